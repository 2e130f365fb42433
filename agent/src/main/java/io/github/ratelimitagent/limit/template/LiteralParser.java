package io.github.ratelimitagent.limit.template;

import java.util.function.Supplier;

/** Parses the quoted texts and whole numbers inside an expression. */
final class LiteralParser {
  private final Cursor cursor;
  private final Supplier<TemplateSyntaxException> unclosed;

  LiteralParser(Cursor cursor, Supplier<TemplateSyntaxException> unclosed) {
    this.cursor = cursor;
    this.unclosed = unclosed;
  }

  /** A {@code String}, an {@code Integer}, or a {@code Long} where an int is too small. */
  Object argument() {
    int start = cursor.at();
    if (cursor.peek() == '"' || cursor.peek() == '\'') {
      return quoted();
    }
    boolean negative = cursor.skip("-");
    String digits = cursor.digits();
    if (digits.isEmpty()) {
      throw cursor.atEnd()
          ? unclosed.get()
          : cursor.error(start, "an argument is a quoted text or a whole number");
    }
    try {
      long number = Long.parseLong(negative ? "-" + digits : digits);
      if (number == (int) number) {
        return (int) number;
      }
      return number;
    } catch (NumberFormatException e) {
      throw cursor.error(start, "a number that does not fit into 64 bits");
    }
  }

  /** What stands after {@code [}. */
  Step bracket() {
    int start = cursor.at();
    if (cursor.peek() == '"' || cursor.peek() == '\'') {
      return Step.key(quoted());
    }
    String digits = cursor.digits();
    if (digits.isEmpty()) {
      throw cursor.atEnd()
          ? unclosed.get()
          : cursor.error(start, "in brackets stands an index from 0 or a quoted map key");
    }
    return Step.index(index(digits, start));
  }

  int index(String digits, int start) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw cursor.error(start, "a position that no list or method has");
    }
  }

  private String quoted() {
    int start = cursor.at();
    char quote = cursor.next();
    StringBuilder text = new StringBuilder();
    while (!cursor.atEnd()) {
      char c = cursor.next();
      if (c == quote) {
        return text.toString();
      }
      if (c == '\\') {
        c = cursor.peek();
        if (c != '"' && c != '\'' && c != '\\') {
          throw cursor.error(
              cursor.at() - 1, "a '\\' stands before a quote or another '\\' only: write '\\\\'");
        }
        cursor.next();
      }
      text.append(c);
    }
    throw cursor.error(start, "a quoted text that is never closed");
  }
}
