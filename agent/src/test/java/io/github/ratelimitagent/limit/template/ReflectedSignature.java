package io.github.ratelimitagent.limit.template;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A signature read from a loaded method, where the agent reads class files. */
final class ReflectedSignature implements CallSignature {
  private final Executable method;
  private final boolean named;

  private ReflectedSignature(Executable method, boolean named) {
    this.method = method;
    this.named = named;
  }

  /** The only method of that name; {@code new} for the only constructor. */
  static ReflectedSignature of(Class<?> type, String name) {
    return new ReflectedSignature(
        name.equals("new")
            ? type.getDeclaredConstructors()[0]
            : Stream.of(type.getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow(),
        true);
  }

  ReflectedSignature withoutNames() {
    return new ReflectedSignature(method, false);
  }

  @Override
  public String className() {
    return method.getDeclaringClass().getName();
  }

  @Override
  public String methodName() {
    return method.getName();
  }

  @Override
  public boolean isStatic() {
    return Modifier.isStatic(method.getModifiers());
  }

  @Override
  public boolean isConstructor() {
    return method instanceof Constructor;
  }

  @Override
  public int parameterCount() {
    return method.getParameterCount();
  }

  @Override
  public @Nullable List<String> parameterNames() {
    return named ? Stream.of(method.getParameters()).map(Parameter::getName).toList() : null;
  }

  @Override
  public DeclaredType parameterType(int index) {
    return ReflectedType.of(method.getParameterTypes()[index]);
  }

  @Override
  public DeclaredType thisType() {
    return ReflectedType.of(method.getDeclaringClass());
  }

  @Override
  public @Nullable DeclaredType locate(String className) {
    try {
      return ReflectedType.of(
          Class.forName(className, false, method.getDeclaringClass().getClassLoader()));
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  @Override
  public Supplier<@Nullable ClassLoader> loader() {
    java.lang.ref.WeakReference<ClassLoader> loader =
        new java.lang.ref.WeakReference<>(method.getDeclaringClass().getClassLoader());
    return loader::get;
  }

  /** Crude on purpose: names that share their first three letters. */
  @Override
  public List<String> nearest(String wanted, Collection<String> known) {
    List<String> near = new ArrayList<>();
    for (String name : known) {
      if (wanted.length() >= 3 && name.length() >= 3 && name.startsWith(wanted.substring(0, 3))) {
        near.add(name);
      }
    }
    return near;
  }
}
