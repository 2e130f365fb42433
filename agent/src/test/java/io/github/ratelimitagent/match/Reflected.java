package io.github.ratelimitagent.match;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Loaded classes, methods and constructors as the views that a pattern asks. */
final class Reflected {
  private Reflected() {}

  static TypeView type(Class<?> type) {
    return new Type(type);
  }

  /** The methods and constructors that the class declares itself. */
  static List<MethodView> members(Class<?> type) {
    List<MethodView> members = new ArrayList<>();
    for (Executable executable : type.getDeclaredMethods()) {
      members.add(new Member(executable));
    }
    for (Executable executable : type.getDeclaredConstructors()) {
      members.add(new Member(executable));
    }
    return members;
  }

  private static List<String> names(Annotation[] annotations) {
    return Arrays.stream(annotations).map(a -> a.annotationType().getName()).toList();
  }

  private record Type(Class<?> type) implements TypeView {
    @Override
    public String name() {
      return type.getName();
    }

    @Override
    public int modifiers() {
      return type.getModifiers();
    }

    @Override
    public Collection<TypeView> supertypes() {
      return Stream.concat(
              Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
          .map(Reflected::type)
          .toList();
    }

    @Override
    public Collection<String> annotations() {
      return names(type.getDeclaredAnnotations());
    }
  }

  private record Member(Executable executable) implements MethodView {
    @Override
    public String name() {
      return isConstructor() ? "<init>" : executable.getName();
    }

    @Override
    public boolean isConstructor() {
      return executable instanceof Constructor;
    }

    @Override
    public int modifiers() {
      return executable.getModifiers();
    }

    @Override
    public String returnType() {
      return executable instanceof Method method ? method.getReturnType().getTypeName() : "void";
    }

    @Override
    public List<String> parameterTypes() {
      return Arrays.stream(executable.getParameterTypes()).map(Class::getTypeName).toList();
    }

    @Override
    public Collection<String> annotations() {
      return names(executable.getDeclaredAnnotations());
    }
  }
}
