package io.github.ratelimitagent.match;

/** Reads the names of a pattern: of classes, methods and annotations. */
final class NameParser {
  private final PatternText text;

  NameParser(PatternText text) {
    this.text = text;
  }

  /** Reads a name with wildcards across and within packages. */
  ClassNamePattern className(int from, int to) {
    int at = from;
    while (true) {
      int end = segmentEnd(at, to);
      if (end == at) {
        throw emptySegment(at, from, to);
      }
      checkSegment(at, end, false);
      if (end == to) {
        return new ClassNamePattern(text.between(from, to));
      }
      at = end + 1;
      if (at < to && text.charAt(at) == '.') {
        at++;
      }
    }
  }

  /** Reads the name of an annotation, which has no wildcards. */
  String annotationName(int from, int to) {
    ClassNamePattern name = className(from, to);
    if (!name.isExact()) {
      throw text.error(
          from,
          "a wildcard in the name of an annotation",
          "name the annotation exactly: @com.acme.Limited");
    }
    return name.toString();
  }

  /** Reads the name of a method. */
  NameGlob methodName(int from, int to) {
    checkSegment(from, to, true);
    return new NameGlob(text.between(from, to));
  }

  private int segmentEnd(int from, int to) {
    int end = from;
    while (end < to && text.charAt(end) != '.') {
      end++;
    }
    return end;
  }

  private PatternSyntaxException emptySegment(int at, int from, int to) {
    if (from == to) {
      return text.error(at, "a type name is missing", "write one, such as com.acme.Order");
    }
    if (at == from) {
      return text.error(
          at, "a type name cannot start with a dot", "write *..Order for an Order in any package");
    }
    if (at == to) {
      return text.error(
          at,
          "a type name cannot end with a dot",
          "write com.acme.Order for one type, com.acme..* for all types below a package");
    }
    return text.error(at, "too many dots", "write com..Order for any packages between the two");
  }

  private void checkSegment(int from, int to, boolean method) {
    boolean first = true;
    for (int at = from; at < to; ) {
      int c = text.all().codePointAt(at);
      if (c == '*') {
        if (text.charAt(at + 1) == '*') {
          throw text.error(
              at, "two stars", "write * within a name, .. across packages: com.acme..*Service");
        }
      } else if (Character.isIdentifierIgnorable(c) || !isNamePart(c, first, method)) {
        throw oddCharacter(at, c, first);
      }
      first = false;
      at += Character.charCount(c);
    }
  }

  private static boolean isNamePart(int c, boolean first, boolean method) {
    if (first) {
      return Character.isJavaIdentifierStart(c);
    }
    // Kotlin puts a hyphen into the names of methods that take inline classes
    return Character.isJavaIdentifierPart(c) || (method && c == '-');
  }

  private PatternSyntaxException oddCharacter(int at, int c, boolean first) {
    String shown =
        Caret.isUnprintable(c)
            ? String.format("U+%04X", c)
            : "'" + text.between(at, at + Character.charCount(c)) + "'";
    boolean digit = first && Character.isDigit(c);
    return text.error(
        at, shown + (digit ? " cannot start a name" : " cannot be part of a name"), adviceOn(c));
  }

  private static String adviceOn(int c) {
    switch (c) {
      case '<':
      case '>':
        return "types are erased: leave out what is between < and >";
      case '/':
        return "write dots between packages: com.acme.Order";
      case ':':
      case '#':
        return "write Type.method(..) or Type#method(..)";
      case '[':
      case ']':
        return "[] stands at the end of a parameter or return type: String[]";
      case '+':
        return "+ stands at the end of the declaring type only: com.acme.Repository+.save(..)";
      case '!':
        return "only modifiers can be negated, as in !static; leave methods out with 'exclude'";
      case '&':
      case '|':
        return "one pattern covers one kind of method: write a list of patterns, and 'exclude'";
      case '?':
        return "write * for any characters";
      case '@':
        return "annotations stand first, followed by a blank: @com.acme.Limited com.acme..*.*(..)";
      default:
        return "names are made of letters, digits, _ and $, with * for any characters";
    }
  }
}
