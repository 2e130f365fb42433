package io.github.ratelimitagent.limit.template;

/** What a name in a path can mean, the same when bound and at run time. */
final class Names {
  private Names() {}

  /** Whether a name is an index, as in {@code items.0}. */
  static boolean isIndex(String name) {
    return name.charAt(0) >= '0' && name.charAt(0) <= '9';
  }

  /** Whether every map has a getter of that name, which would stand before its entry. */
  static boolean isGetterOfEveryMap(String name) {
    return name.equals("empty") || name.equals("class");
  }

  /** A property's getter without its {@code get} or {@code is}. */
  static String capitalized(String name) {
    int first = name.codePointAt(0);
    return new StringBuilder()
        .appendCodePoint(Character.toUpperCase(first))
        .append(name, Character.charCount(first), name.length())
        .toString();
  }
}
