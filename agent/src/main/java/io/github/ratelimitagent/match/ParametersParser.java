package io.github.ratelimitagent.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads parameter and return types. */
final class ParametersParser {
  private static final String VARARGS = "...";

  private final PatternText text;
  private final NameParser names;

  ParametersParser(PatternText text, NameParser names) {
    this.text = text;
    this.names = names;
  }

  /** Reads up to and including the closing parenthesis; the opening one has been read. */
  ParametersPattern parameters() {
    List<Optional<TypePattern>> parts = new ArrayList<>();
    text.skipBlanks();
    if (text.skip(')')) {
      return new ParametersPattern(parts);
    }
    while (true) {
      text.skipBlanks();
      int from = text.at();
      int to = text.wordEnd(from);
      if (from == to) {
        throw missingType(from);
      }
      parts.add(parameter(from, to));
      text.moveTo(to);
      text.skipBlanks();
      if (text.skip(')')) {
        return new ParametersPattern(parts);
      }
      int after = text.at();
      if (!text.skip(',')) {
        throw notSeparated(after);
      }
      if (isVarargs(from, to)) {
        throw text.error(after, "a parameter after the one with ...", "put String... last");
      }
    }
  }

  TypePattern returnType(int from, int to) {
    return type(from, to);
  }

  private Optional<TypePattern> parameter(int from, int to) {
    String word = text.between(from, to);
    if (word.equals("..")) {
      return Optional.empty();
    }
    if (word.equals(VARARGS)) {
      throw text.error(from, "three dots without a type", "write (..) for any parameters");
    }
    if (word.equals("void") || word.equals("final") || word.startsWith("@")) {
      throw text.error(
          from,
          text.shown(from) + " is no parameter type",
          "write the erased types only: (String, long)");
    }
    if (!isVarargs(from, to)) {
      return Optional.of(type(from, to));
    }
    TypePattern element = type(from, to - VARARGS.length());
    return Optional.of(element.arrayOf());
  }

  private boolean isVarargs(int from, int to) {
    return text.between(from, to).endsWith(VARARGS);
  }

  private TypePattern type(int from, int to) {
    int end = to;
    int dimensions = 0;
    while (end - 2 > from && text.charAt(end - 2) == '[' && text.charAt(end - 1) == ']') {
      end -= 2;
      dimensions++;
    }
    if (text.charAt(end - 1) == '+' && end - 1 > from) {
      throw text.error(
          end - 1,
          "+ on a parameter or return type",
          "write the declared type, or * for any: only declaring types are looked up");
    }
    return new TypePattern(names.className(from, end), dimensions);
  }

  private PatternSyntaxException missingType(int at) {
    if (text.charAt(at) == '(') {
      return text.error(at, "unexpected '('", "write the erased types only: (String, long)");
    }
    return at < text.all().length()
        ? text.error(at, "a parameter type is missing", "write (String, long), or (..) for any")
        : notClosed(at);
  }

  private PatternSyntaxException notSeparated(int at) {
    if (at >= text.all().length()) {
      return notClosed(at);
    }
    return text.error(
        at,
        "unexpected " + text.shown(at) + " after a parameter type",
        "write the erased types only, without names, separated by commas: (String, long)");
  }

  private PatternSyntaxException notClosed(int at) {
    return text.error(
        at,
        "the parameter list has no ')'",
        "write it, as in charge(String, long); put the pattern in quotes, because a comma or # ends"
            + " an unquoted value");
  }
}
