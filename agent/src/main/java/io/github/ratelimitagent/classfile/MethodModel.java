package io.github.ratelimitagent.classfile;

import io.github.ratelimitagent.match.MethodView;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A method or constructor as its class file describes it. Immutable once it is read. None of its
 * types is looked for.
 */
public final class MethodModel implements MethodView {
  private static final int BRIDGE = 0x40;

  private final ClassModel declaringClass;
  private final String name;
  private final int modifiers;
  private final String descriptor;
  private final @Nullable String signature;
  private final List<String> exceptions;
  private final List<String> annotations = new ArrayList<>(0);

  MethodModel(
      ClassModel declaringClass,
      String name,
      int modifiers,
      String descriptor,
      @Nullable String signature,
      List<String> exceptions) {
    this.declaringClass = declaringClass;
    this.name = name;
    this.modifiers = modifiers;
    this.descriptor = descriptor;
    this.signature = signature;
    this.exceptions = exceptions;
  }

  void addAnnotation(String annotation) {
    annotations.add(annotation);
  }

  public ClassModel declaringClass() {
    return declaringClass;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isConstructor() {
    return name.equals("<init>");
  }

  @Override
  public int modifiers() {
    return modifiers;
  }

  public boolean isStatic() {
    return Modifier.isStatic(modifiers);
  }

  public boolean isPublic() {
    return Modifier.isPublic(modifiers);
  }

  public boolean isAbstract() {
    return Modifier.isAbstract(modifiers);
  }

  public boolean isNative() {
    return Modifier.isNative(modifiers);
  }

  public boolean isSynchronized() {
    return Modifier.isSynchronized(modifiers);
  }

  /** Whether the compiler made it, to call the one that was written. */
  public boolean isBridge() {
    return (modifiers & BRIDGE) != 0;
  }

  /** As in the class file, such as {@code (Ljava/lang/String;J)V}. */
  public String descriptor() {
    return descriptor;
  }

  /** The generic signature; null where it says no more than the descriptor. */
  @Nullable String signature() {
    return signature;
  }

  /** Tells it from the other methods of its class, see {@link MethodCode#key}. */
  public String key() {
    return MethodCode.key(name, descriptor);
  }

  @Override
  public String returnType() {
    return Type.getReturnType(descriptor).getClassName();
  }

  @Override
  public List<String> parameterTypes() {
    List<String> names = new ArrayList<>();
    for (Type type : Type.getArgumentTypes(descriptor)) {
      names.add(type.getClassName());
    }
    return names;
  }

  public int parameterCount() {
    return Type.getArgumentCount(descriptor);
  }

  /** Binary names of the exceptions that it declares. */
  public List<String> exceptions() {
    return exceptions;
  }

  @Override
  public Collection<String> annotations() {
    return Collections.unmodifiableList(annotations);
  }

  /** As a pattern would name it: {@code com.acme.Pay.charge(String, long)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(declaringClass.name()).append('.');
    text.append(isConstructor() ? "new" : name).append('(');
    String separator = "";
    for (String type : parameterTypes()) {
      boolean inJavaLang = type.startsWith("java.lang.") && type.indexOf('.', 10) < 0;
      text.append(separator).append(inJavaLang ? type.substring(10) : type);
      separator = ", ";
    }
    return text.append(')').toString();
  }
}
