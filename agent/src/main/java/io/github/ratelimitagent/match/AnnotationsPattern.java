package io.github.ratelimitagent.match;

import java.util.Collection;
import java.util.List;

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
      if (!present.contains(name)
          && (name.indexOf('.') >= 0 || !present.contains("java.lang." + name))) {
        return false;
      }
    }
    return true;
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
