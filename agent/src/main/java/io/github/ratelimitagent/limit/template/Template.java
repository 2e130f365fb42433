package io.github.ratelimitagent.limit.template;

/** A parsed template, such as {@code user:{userId}}. Immutable; equal when the source text is. */
public final class Template {
  private final String source;

  private Template(String source) {
    this.source = source;
  }

  public static Template parse(String source) {
    return new Template(source);
  }

  /** The text it was parsed from. */
  public String source() {
    return source;
  }
}
