package io.github.ratelimitagent.classfile;

import io.github.ratelimitagent.match.TypeView;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class as its class file describes it. Other classes are looked for when they are asked for, and
 * one that is not there is no obstacle. Immutable once it is read; not safe for several threads,
 * because looking for others is not.
 */
public final class ClassModel implements TypeView {
  private static final int SYNTHETIC = 0x1000;

  private final ClassFiles files;
  private final String name;
  private final int modifiers;
  private final @Nullable String signature;
  private final @Nullable String superName;
  private final List<String> interfaceNames;
  private final List<String> annotations = new ArrayList<>(0);
  private final List<FieldModel> fields = new ArrayList<>();
  private final List<MethodModel> methods = new ArrayList<>();

  ClassModel(
      ClassFiles files,
      String name,
      int modifiers,
      @Nullable String signature,
      @Nullable String superName,
      List<String> interfaceNames) {
    this.files = files;
    this.name = name;
    this.modifiers = modifiers;
    this.signature = signature;
    this.superName = superName;
    this.interfaceNames = interfaceNames;
  }

  void addAnnotation(String annotation) {
    annotations.add(annotation);
  }

  void add(FieldModel field) {
    fields.add(field);
  }

  void add(MethodModel method) {
    methods.add(method);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int modifiers() {
    return modifiers;
  }

  public boolean isInterface() {
    return Modifier.isInterface(modifiers);
  }

  public boolean isFinal() {
    return Modifier.isFinal(modifiers);
  }

  public boolean isAbstract() {
    return Modifier.isAbstract(modifiers);
  }

  /** Whether no source text has it. */
  public boolean isSynthetic() {
    return (modifiers & SYNTHETIC) != 0;
  }

  /** The generic signature; null where it says no more than the names. */
  @Nullable String signature() {
    return signature;
  }

  /** The binary name of the superclass; null of {@code Object} and modules. */
  public @Nullable String superName() {
    return superName;
  }

  /** The binary names of the interfaces that it names itself. */
  public List<String> interfaceNames() {
    return interfaceNames;
  }

  @Override
  public Collection<String> annotations() {
    return Collections.unmodifiableList(annotations);
  }

  /** The fields that it declares. */
  public List<FieldModel> fields() {
    return Collections.unmodifiableList(fields);
  }

  /** The methods and constructors that it declares. */
  public List<MethodModel> methods() {
    return Collections.unmodifiableList(methods);
  }

  @Override
  public Collection<TypeView> supertypes() {
    List<TypeView> supertypes = new ArrayList<>();
    if (superName != null) {
      supertypes.add(supertype(superName));
    }
    for (String interfaceName : interfaceNames) {
      supertypes.add(supertype(interfaceName));
    }
    return supertypes;
  }

  private TypeView supertype(String supertype) {
    ClassModel model = files.findReadable(supertype);
    return model == null ? new MissingType(supertype) : model;
  }

  @Override
  public String toString() {
    return name;
  }
}
