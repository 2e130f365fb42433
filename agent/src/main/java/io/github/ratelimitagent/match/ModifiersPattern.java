package io.github.ratelimitagent.match;

/** Modifiers that a method must and must not have. Immutable. */
final class ModifiersPattern {
  private final int required;
  private final int forbidden;

  ModifiersPattern(int required, int forbidden) {
    this.required = required;
    this.forbidden = forbidden;
  }

  int required() {
    return required;
  }

  int named() {
    return required | forbidden;
  }

  ModifiersPattern with(MethodModifier modifier, boolean wanted) {
    return new ModifiersPattern(
        required | (wanted ? modifier.flag : 0), forbidden | (wanted ? 0 : modifier.flag));
  }

  boolean matches(int modifiers) {
    return (modifiers & required) == required && (modifiers & forbidden) == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ModifiersPattern
        && required == ((ModifiersPattern) other).required
        && forbidden == ((ModifiersPattern) other).forbidden;
  }

  @Override
  public int hashCode() {
    return 31 * required + forbidden;
  }

  /** Each modifier followed by a blank. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (MethodModifier modifier : MethodModifier.values()) {
      if ((named() & modifier.flag) != 0) {
        text.append((forbidden & modifier.flag) != 0 ? "!" : "")
            .append(modifier.word())
            .append(' ');
      }
    }
    return text.toString();
  }
}
