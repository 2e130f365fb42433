package io.github.ratelimitagent.match;

/** The text of a pattern and how far it has been read. Not safe to share. */
final class PatternText {
  /** What {@link #charAt} answers behind the end. */
  static final char END = '\0';

  private static final int MOST_SHOWN = 40;

  private final String text;
  private int at;

  PatternText(String text) {
    this.text = text;
  }

  String all() {
    return text;
  }

  int at() {
    return at;
  }

  void moveTo(int position) {
    at = position;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  char charAt(int position) {
    return position < text.length() ? text.charAt(position) : END;
  }

  String between(int from, int to) {
    return text.substring(from, to);
  }

  void skipBlanks() {
    at = blanksEnd(at);
  }

  /**
   * Where the blanks that start at a position end. A no-break space is one: copied text has them.
   */
  int blanksEnd(int position) {
    int end = position;
    while (end < text.length() && isBlank(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Steps over the character if it comes next. */
  boolean skip(char expected) {
    boolean there = !atEnd() && text.charAt(at) == expected;
    if (there) {
      at++;
    }
    return there;
  }

  /** Where the word that starts at a position ends: at a blank, a parenthesis or a comma. */
  int wordEnd(int position) {
    int end = position;
    while (end < text.length()
        && !isBlank(text.charAt(end))
        && "(),".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** What to call the word at a position in an error. */
  String shown(int position) {
    if (position >= text.length()) {
      return "the end";
    }
    int end = Math.max(wordEnd(position), position + 1);
    boolean cut = end > position + MOST_SHOWN;
    String word = Caret.printable(between(position, cut ? position + MOST_SHOWN : end));
    return "'" + word + (cut ? "..." : "") + "'";
  }

  PatternSyntaxException error(int position, String problem, String advice) {
    return new PatternSyntaxException(problem, text, position, advice);
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }
}
