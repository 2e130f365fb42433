package io.github.ratelimitagent.match;

/** Shows a place in a line of text. */
final class Caret {
  private static final int MOST_BEFORE = 100;
  private static final int MOST_AFTER = 60;
  private static final String INDENT = "  ";
  private static final String CUT = "...";

  private Caret() {}

  /**
   * Two lines: the text and a caret under the position. What could break the alignment (tabs, line
   * breaks, control characters) is shown as a blank, and far-off parts of a long text are cut.
   */
  static String lines(String text, int position) {
    int from = position > MOST_BEFORE + CUT.length() ? position - MOST_BEFORE : 0;
    int to =
        text.length() > position + MOST_AFTER + CUT.length()
            ? position + MOST_AFTER
            : text.length();
    StringBuilder lines = new StringBuilder(INDENT);
    if (from > 0) {
      lines.append(CUT);
    }
    int column = lines.length() + position - from;
    lines.append(printable(text.substring(from, to)));
    if (to < text.length()) {
      lines.append(CUT);
    }
    lines.append('\n');
    for (int i = 0; i < column; i++) {
      lines.append(' ');
    }
    return lines.append('^').toString();
  }

  /** The text with a blank for each character that would break a line or its alignment. */
  static String printable(String text) {
    StringBuilder printable = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isUnprintable(c)) {
        printable.setCharAt(i, ' ');
      }
    }
    return printable.toString();
  }

  static boolean isUnprintable(int c) {
    return Character.isISOControl(c)
        || Character.isIdentifierIgnorable(c)
        || Character.isWhitespace(c)
        || Character.isSpaceChar(c);
  }
}
