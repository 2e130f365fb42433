package io.github.ratelimitagent.match;

import org.jspecify.annotations.Nullable;

/**
 * Which methods a limit covers, written as {@code docs/patterns.md} describes: a subset of
 * AspectJ's method patterns. Immutable and safe to share; equal when the meaning is, whatever the
 * spelling.
 *
 * <p>A method is offered once for the class that declares it. Bridge and synthetic methods and
 * synthetic classes never match, nor do the agent's own classes; a class of the JDK matches only
 * when it is named exactly. Abstract and native methods match, although they cannot be woven, so
 * that this can be said.
 */
public final class MethodPattern {
  private final String source;
  private final DeclaringPattern declaring;
  private final SignaturePattern signature;

  MethodPattern(String source, DeclaringPattern declaring, SignaturePattern signature) {
    this.source = source;
    this.declaring = declaring;
    this.signature = signature;
  }

  /**
   * Reads a pattern.
   *
   * @throws PatternSyntaxException if the text is not a pattern, or one of wildcards only
   */
  public static MethodPattern parse(String source) {
    return new PatternParser(source).parse();
  }

  /** The text it was parsed from. */
  public String source() {
    return source;
  }

  /**
   * The cheap check, by name only: false when no method of the class can match. Allocates nothing.
   *
   * @param binaryName such as {@code com.acme.Outer$Inner}
   */
  public boolean mayMatchClass(String binaryName) {
    return declaring.mayMatch(binaryName);
  }

  /** Whether {@link #matches} may ask for supertypes: the type part ends in {@code +}. */
  public boolean needsHierarchy() {
    return declaring.withSubtypes();
  }

  /**
   * Whether it names a class of the JDK, which is loaded before the agent can offer it otherwise.
   */
  public boolean canNameJdkClass() {
    return declaring.canNameJdkClass();
  }

  /** Whether its type part is the full name of one class: no wildcard, no {@code +}. */
  public boolean namesOneClass() {
    return declaring.name().isExact() && !declaring.withSubtypes();
  }

  /** The class that it names without wildcards; null if there are some. */
  public @Nullable String className() {
    return declaring.name().isExact() ? declaring.name().toString() : null;
  }

  /** Whether it is about constructors. */
  public boolean isConstructorPattern() {
    return signature.isConstructor();
  }

  /** Whether the method, declared by the class, is covered. */
  public boolean matches(TypeView type, MethodView method) {
    return declaring.mayMatch(type.name()) && signature.matches(method) && declaring.matches(type);
  }

  /** The half of {@link #matches} that is about the class: ask it once for all its methods. */
  public boolean matchesType(TypeView type) {
    return declaring.matches(type);
  }

  /** The half of {@link #matches} that is about the method. */
  public boolean matchesMethod(MethodView method) {
    return signature.matches(method);
  }

  DeclaringPattern declaring() {
    return declaring;
  }

  SignaturePattern signature() {
    return signature;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MethodPattern
        && declaring.equals(((MethodPattern) other).declaring)
        && signature.equals(((MethodPattern) other).signature);
  }

  @Override
  public int hashCode() {
    return 31 * declaring.hashCode() + signature.hashCode();
  }

  /** The pattern in canonical spelling; it parses to an equal one. */
  @Override
  public String toString() {
    return signature.around(declaring.toString());
  }
}
