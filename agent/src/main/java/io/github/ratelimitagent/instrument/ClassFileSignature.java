package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.GenericClass;
import io.github.ratelimitagent.classfile.JavaType;
import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.classfile.ParameterNames;
import io.github.ratelimitagent.limit.template.CallSignature;
import io.github.ratelimitagent.limit.template.DeclaredType;
import io.github.ratelimitagent.match.NearNames;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The signature of a method that is being woven, from its class file. Loads no class. */
final class ClassFileSignature implements CallSignature {
  private final MethodModel method;
  private final ClassFiles files;
  private final Supplier<@Nullable ClassLoader> loader;

  ClassFileSignature(MethodModel method, ClassFiles files, Supplier<@Nullable ClassLoader> loader) {
    this.method = method;
    this.files = files;
    this.loader = loader;
  }

  @Override
  public String className() {
    return method.declaringClass().name();
  }

  @Override
  public String methodName() {
    return method.isConstructor() ? "new" : method.name();
  }

  @Override
  public boolean isStatic() {
    return method.isStatic();
  }

  @Override
  public boolean isConstructor() {
    return method.isConstructor();
  }

  @Override
  public int parameterCount() {
    return method.parameterCount();
  }

  @Override
  public @Nullable List<String> parameterNames() {
    byte[] classFile = files.bytes(className());
    return classFile == null ? null : ParameterNames.of(method, classFile);
  }

  @Override
  public DeclaredType parameterType(int index) {
    return new ClassFileType(
        GenericClass.ofOwn(method.declaringClass()).parameterTypesOf(method).get(index), files);
  }

  @Override
  public DeclaredType thisType() {
    return new ClassFileType(JavaType.of(className()), files);
  }

  @Override
  public @Nullable DeclaredType locate(String className) {
    return files.findReadable(className) == null
        ? null
        : new ClassFileType(JavaType.of(className), files);
  }

  @Override
  public Supplier<@Nullable ClassLoader> loader() {
    return loader;
  }

  @Override
  public List<String> nearest(String wanted, Collection<String> known) {
    return NearNames.of(wanted, known, 3);
  }
}
