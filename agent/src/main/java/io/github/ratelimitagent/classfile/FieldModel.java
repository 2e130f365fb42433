package io.github.ratelimitagent.classfile;

import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** A field as its class file describes it. Immutable. */
public final class FieldModel {
  private final String name;
  private final int modifiers;
  private final String descriptor;
  private final @Nullable String signature;

  FieldModel(String name, int modifiers, String descriptor, @Nullable String signature) {
    this.name = name;
    this.modifiers = modifiers;
    this.descriptor = descriptor;
    this.signature = signature;
  }

  public String name() {
    return name;
  }

  public boolean isStatic() {
    return Modifier.isStatic(modifiers);
  }

  public boolean isPublic() {
    return Modifier.isPublic(modifiers);
  }

  String descriptor() {
    return descriptor;
  }

  /** The generic signature; null where it says no more than the descriptor. */
  @Nullable String signature() {
    return signature;
  }
}
