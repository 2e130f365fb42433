package io.github.ratelimitagent.match;

/** A parsed method pattern: which methods a limit covers. Immutable. */
public final class MethodPattern {
  private final String source;

  private MethodPattern(String source) {
    this.source = source;
  }

  public static MethodPattern parse(String source) {
    return new MethodPattern(source);
  }

  /** The text it was parsed from. */
  public String source() {
    return source;
  }
}
