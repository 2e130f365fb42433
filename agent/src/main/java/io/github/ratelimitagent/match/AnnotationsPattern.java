package io.github.ratelimitagent.match;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Annotations that must all be there, named exactly. Immutable. */
final class AnnotationsPattern {
  private final List<String> names;

  AnnotationsPattern(List<String> names) {
    this.names = names;
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  boolean matches(Collection<String> present) {
    for (String name : names) {
      if (!isIn(present, name)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIn(Collection<String> present, String name) {
    return present.contains(name)
        || (name.indexOf('.') < 0 && present.contains("java.lang." + name));
  }

  /**
   * Of those that are present, the first that has the simple name of one which is not, as one would
   * write it; null when there is none.
   */
  @Nullable String meant(Collection<String> present) {
    for (String name : names) {
      for (String other : present) {
        if (!isIn(present, name) && simple(other).equals(simple(name))) {
          return "@" + other;
        }
      }
    }
    return null;
  }

  private static String simple(String name) {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AnnotationsPattern && names.equals(((AnnotationsPattern) other).names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  /** Each annotation followed by a blank. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append('@').append(name).append(' ');
    }
    return text.toString();
  }
}
