package io.github.ratelimitagent.limit.template;

import java.util.ArrayList;
import java.util.List;

/** Splits a template into literal texts ({@code String}) and {@link Expression}s. */
final class TemplateParser {
  private final Cursor cursor;
  private final List<Object> parts = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();

  private TemplateParser(String source) {
    this.cursor = new Cursor(source);
  }

  static List<Object> parse(String source) {
    return new TemplateParser(source).parts();
  }

  private List<Object> parts() {
    while (!cursor.atEnd()) {
      if (cursor.skip("{{")) {
        literal.append('{');
      } else if (cursor.skip("}}")) {
        literal.append('}');
      } else if (cursor.peek() == '{') {
        endLiteral();
        parts.add(new ExpressionParser(cursor).parse());
      } else if (cursor.peek() == '}') {
        throw cursor.error(
            cursor.at(), "a '}' without its '{': write '}}' for a brace that is part of the text");
      } else {
        literal.append(cursor.next());
      }
    }
    endLiteral();
    return parts;
  }

  private void endLiteral() {
    if (literal.length() > 0) {
      parts.add(literal.toString());
      literal.setLength(0);
    }
  }
}
