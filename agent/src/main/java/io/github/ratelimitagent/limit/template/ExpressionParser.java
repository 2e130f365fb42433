package io.github.ratelimitagent.limit.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses one expression, from its brace to its brace. */
final class ExpressionParser {
  private final Cursor cursor;
  private final int open;
  private final LiteralParser literals;

  ExpressionParser(Cursor cursor) {
    this.cursor = cursor;
    this.open = cursor.at();
    this.literals = new LiteralParser(cursor, this::unclosed);
  }

  Expression parse() {
    cursor.next();
    cursor.skipSpaces();
    Expression head = head();
    List<Step> steps = steps(head);
    cursor.skipSpaces();
    String orElse = cursor.skip(":-") ? orElse() : null;
    if (!cursor.skip("}")) {
      throw unexpected();
    }
    return head.with(Collections.unmodifiableList(steps), orElse, cursor.since(open));
  }

  private Expression head() {
    int start = cursor.at();
    String digits = cursor.digits();
    if (!digits.isEmpty()) {
      return Expression.ofPosition(literals.index(digits, start));
    }
    String name = cursor.identifier();
    if (name.isEmpty()) {
      throw cursor.atEnd()
          ? unclosed()
          : cursor.error(
              start,
              "an expression begins with a parameter's name, its position such as {0}, 'this',"
                  + " 'class', 'method' or a class name; write '{{' for a brace that is part of the"
                  + " text");
    }
    if (cursor.peek() == '(') {
      throw cursor.error(
          start,
          "'"
              + name
              + "(' calls a method of nothing: write {this."
              + name
              + "(..)}, or {com.acme.Type."
              + name
              + "(..)} with the class of a static method");
    }
    return Expression.ofName(name);
  }

  private List<Step> steps(Expression head) {
    List<Step> steps = new ArrayList<>();
    while (cursor.peek() == '.' || cursor.peek() == '[') {
      if (head.head() == Expression.Head.CLASS || head.head() == Expression.Head.METHOD) {
        throw cursor.error(
            cursor.at(),
            "{"
                + head.name()
                + "} is a text and has no parts"
                + (head.head() == Expression.Head.METHOD
                    ? "; write its position for a parameter of that name"
                    : ""));
      }
      steps.add(cursor.next() == '.' ? afterDot() : afterBracket());
    }
    return steps;
  }

  private Step afterDot() {
    int start = cursor.at();
    String digits = cursor.digits();
    if (!digits.isEmpty()) {
      return Step.name(String.valueOf(literals.index(digits, start)));
    }
    String name = cursor.identifier();
    if (name.isEmpty()) {
      throw cursor.atEnd()
          ? unclosed()
          : cursor.error(start, "a name or an index follows the '.', a map key goes into [\"..\"]");
    }
    return cursor.skip("(") ? Step.call(name, arguments()) : Step.name(name);
  }

  private List<Object> arguments() {
    List<Object> arguments = new ArrayList<>();
    cursor.skipSpaces();
    if (cursor.skip(")")) {
      return arguments;
    }
    do {
      cursor.skipSpaces();
      arguments.add(literals.argument());
      cursor.skipSpaces();
    } while (cursor.skip(","));
    if (!cursor.skip(")")) {
      throw cursor.atEnd() ? unclosed() : cursor.error(cursor.at(), "expected ',' or ')' here");
    }
    return Collections.unmodifiableList(arguments);
  }

  private Step afterBracket() {
    Step step = literals.bracket();
    if (!cursor.skip("]")) {
      throw cursor.atEnd() ? unclosed() : cursor.error(cursor.at(), "expected ']' here");
    }
    return step;
  }

  private @Nullable String orElse() {
    int start = cursor.at();
    while (!cursor.atEnd() && cursor.peek() != '}') {
      if (cursor.peek() == '{') {
        throw cursor.error(cursor.at(), "a default is plain text without braces");
      }
      cursor.next();
    }
    return cursor.since(start);
  }

  private TemplateSyntaxException unexpected() {
    switch (cursor.peek()) {
      case Cursor.END:
        return unclosed();
      case ':':
        return cursor.error(cursor.at(), "a default is written with ':-', as in {userId:-none}");
      case '-':
        return cursor.error(
            cursor.at(), "a name holds no '-'; a map key goes into [\"..\"], a default after ':-'");
      default:
        return cursor.error(cursor.at(), "expected '.', '[', ':-' or '}' here");
    }
  }

  private TemplateSyntaxException unclosed() {
    return cursor.error(
        open, "a '{' that is never closed: write '{{' for a brace that is part of the text");
  }
}
