package io.github.ratelimitagent.match;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which methods of a class are meant: everything but the type part of a pattern. Immutable. */
final class SignaturePattern {
  private static final int BRIDGE = 0x40;
  private static final int SYNTHETIC = 0x1000;

  private final AnnotationsPattern annotations;
  private final ModifiersPattern modifiers;
  private final @Nullable TypePattern returnType;
  private final @Nullable NameGlob name;
  private final ParametersPattern parameters;

  /**
   * @param returnType null for any
   * @param name null for constructors
   */
  SignaturePattern(
      AnnotationsPattern annotations,
      ModifiersPattern modifiers,
      @Nullable TypePattern returnType,
      @Nullable NameGlob name,
      ParametersPattern parameters) {
    this.annotations = annotations;
    this.modifiers = modifiers;
    this.returnType = returnType;
    this.name = name;
    this.parameters = parameters;
  }

  boolean isConstructor() {
    return name == null;
  }

  /** Whether it says anything about the method's name or annotations. */
  boolean constrains() {
    return !annotations.isEmpty() || (name != null && name.constrains());
  }

  /** The name as written, {@code new} for constructors. */
  String nameText() {
    return name == null ? "new" : name.toString();
  }

  ParametersPattern parameters() {
    return parameters;
  }

  boolean matchesName(MethodView method) {
    return name == null
        ? method.isConstructor()
        : !method.isConstructor() && name.matches(method.name());
  }

  boolean matchesParameters(MethodView method) {
    return parameters.matches(method.parameterTypes());
  }

  /** Whether the method is in the source code, and not added by the compiler. */
  static boolean isWritten(MethodView method) {
    return (method.modifiers() & (BRIDGE | SYNTHETIC)) == 0;
  }

  boolean matches(MethodView method) {
    return matchesName(method)
        && isWritten(method)
        && modifiers.matches(method.modifiers())
        && (parameters.isAny() || matchesParameters(method))
        && (returnType == null || returnType.matches(method.returnType()))
        && (annotations.isEmpty() || annotations.matches(method.annotations()));
  }

  /** Why a method with the right name and parameters does not match, as the end of a sentence. */
  String mismatch(MethodView method) {
    if (!modifiers.matches(method.modifiers())) {
      return "is not " + modifiers.toString().trim();
    }
    if (returnType != null && !returnType.matches(method.returnType())) {
      return "returns " + method.returnType() + ", not " + returnType;
    }
    return "does not have " + annotations.toString().trim();
  }

  /** An annotation of the method that may be meant by one that it does not have, or null. */
  @Nullable String meantAnnotation(MethodView method) {
    return annotations.meant(method.annotations());
  }

  /**
   * The pattern of a method with the parameters as they are written here: subtypes may have others
   * in the place of type variables.
   */
  String of(String declaring, MethodView method) {
    return declaring + "." + method.name() + parameters;
  }

  /** The end of a sentence about a method of subtypes that none was found of. */
  String exactly() {
    return parameters.isAny() || parameters.toString().equals("()")
        ? " has been seen"
        : " with these parameters has been seen; write (..) if they are type variables there";
  }

  /** The canonical text, around the text of the type part. */
  String around(String declaring) {
    return annotations.toString()
        + modifiers
        + (returnType == null ? "" : returnType + " ")
        + declaring
        + "."
        + nameText()
        + parameters;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof SignaturePattern)) {
      return false;
    }
    SignaturePattern that = (SignaturePattern) other;
    return annotations.equals(that.annotations)
        && modifiers.equals(that.modifiers)
        && Objects.equals(returnType, that.returnType)
        && Objects.equals(name, that.name)
        && parameters.equals(that.parameters);
  }

  @Override
  public int hashCode() {
    return Objects.hash(annotations, modifiers, returnType, name, parameters);
  }
}
