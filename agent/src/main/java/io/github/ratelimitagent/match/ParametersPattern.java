package io.github.ratelimitagent.match;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which parameter lists are meant; an empty element is {@code ..}, any number of them. Immutable.
 */
final class ParametersPattern {
  private final List<Optional<TypePattern>> parts;

  ParametersPattern(List<Optional<TypePattern>> parts) {
    this.parts = parts;
  }

  /** Whether every parameter list is meant. */
  boolean isAny() {
    return parts.size() == 1 && !parts.get(0).isPresent();
  }

  /** As {@link NameGlob#matches(String, int, int)}, with types for characters. */
  boolean matches(List<String> types) {
    int at = 0;
    int here = 0;
    int gap = -1;
    int afterGap = -1;
    while (at < types.size()) {
      if (here < parts.size() && !parts.get(here).isPresent()) {
        gap = here++;
        afterGap = at;
      } else if (here < parts.size() && parts.get(here).get().matches(types.get(at))) {
        here++;
        at++;
      } else if (gap >= 0) {
        here = gap + 1;
        at = ++afterGap;
      } else {
        return false;
      }
    }
    while (here < parts.size() && !parts.get(here).isPresent()) {
      here++;
    }
    return here == parts.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParametersPattern && parts.equals(((ParametersPattern) other).parts);
  }

  @Override
  public int hashCode() {
    return parts.hashCode();
  }

  @Override
  public String toString() {
    return parts.stream()
        .map(part -> part.map(TypePattern::toString).orElse(".."))
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
