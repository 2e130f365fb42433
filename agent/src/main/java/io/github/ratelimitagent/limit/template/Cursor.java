package io.github.ratelimitagent.limit.template;

/** A place in a template's text that moves forward. */
final class Cursor {
  static final char END = '\uffff';

  private final String text;
  private int at;

  Cursor(String text) {
    this.text = text;
  }

  int at() {
    return at;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  /** The char here, {@link #END} past the last. */
  char peek() {
    return atEnd() ? END : text.charAt(at);
  }

  char next() {
    return text.charAt(at++);
  }

  /** Goes past {@code expected} if it is here. */
  boolean skip(String expected) {
    if (text.startsWith(expected, at)) {
      at += expected.length();
      return true;
    }
    return false;
  }

  void skipSpaces() {
    while (peek() == ' ' || peek() == '\t') {
      at++;
    }
  }

  /** A Java identifier, empty when there is none here. */
  String identifier() {
    int from = at;
    while (!atEnd()) {
      int c = text.codePointAt(at);
      boolean fits =
          at == from ? Character.isJavaIdentifierStart(c) : Character.isJavaIdentifierPart(c);
      if (!fits || Character.isIdentifierIgnorable(c)) {
        break;
      }
      at += Character.charCount(c);
    }
    return text.substring(from, at);
  }

  /** ASCII digits, empty when there are none here. */
  String digits() {
    int from = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    return text.substring(from, at);
  }

  String since(int from) {
    return text.substring(from, at);
  }

  TemplateSyntaxException error(int position, String description) {
    return new TemplateSyntaxException(text, position, description);
  }
}
