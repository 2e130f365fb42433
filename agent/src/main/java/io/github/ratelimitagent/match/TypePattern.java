package io.github.ratelimitagent.match;

/**
 * Which parameter or return types are meant, by their erased names. {@code java.lang} may be left
 * out. Immutable.
 */
final class TypePattern {
  private static final String JAVA_LANG = "java.lang.";

  private final ClassNamePattern element;
  private final int dimensions;

  TypePattern(ClassNamePattern element, int dimensions) {
    this.element = element;
    this.dimensions = dimensions;
  }

  /** Whether every type is meant. */
  boolean isAny() {
    return element.isAny() && dimensions == 0;
  }

  TypePattern arrayOf() {
    return new TypePattern(element, dimensions + 1);
  }

  /** Whether the erased type is meant, given as {@link MethodView} does. */
  boolean matches(String type) {
    int end = type.length();
    for (int i = 0; i < dimensions; i++) {
      if (!type.startsWith("[]", end - 2)) {
        return false;
      }
      end -= 2;
    }
    if (element.isAny()) {
      return true;
    }
    if (type.charAt(end - 1) == ']') {
      return false;
    }
    return element.matches(type, end)
        || (!element.hasPackage()
            && type.startsWith(JAVA_LANG)
            && element.matches(type.substring(JAVA_LANG.length(), end)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TypePattern
        && element.equals(((TypePattern) other).element)
        && dimensions == ((TypePattern) other).dimensions;
  }

  @Override
  public int hashCode() {
    return 31 * element.hashCode() + dimensions;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(element.toString());
    for (int i = 0; i < dimensions; i++) {
      text.append("[]");
    }
    return text.toString();
  }
}
