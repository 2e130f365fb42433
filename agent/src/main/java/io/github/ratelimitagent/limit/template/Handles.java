package io.github.ratelimitagent.limit.template;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;

/** Makes handles of type {@code (Object)Object} from reflected members. */
final class Handles {
  private static final MethodType READER = MethodType.methodType(Object.class, Object.class);

  private final AccessOpener opener;
  private final MethodHandles.Lookup lookup = MethodHandles.lookup();

  Handles(AccessOpener opener) {
    this.opener = opener;
  }

  /**
   * Calls a method with fixed arguments.
   *
   * @param declarations the method as its class, superclasses and interfaces declare it, nearest
   *     first
   * @param arguments of the parameter types
   */
  MethodHandle of(List<Method> declarations, Object[] arguments) throws IllegalAccessException {
    Method nearest = declarations.get(0);
    MethodHandle handle = accessible(declarations);
    if (Modifier.isStatic(nearest.getModifiers())) {
      handle = MethodHandles.insertArguments(handle, 0, arguments);
      return MethodHandles.dropArguments(
          handle.asType(MethodType.methodType(Object.class)), 0, Object.class);
    }
    return MethodHandles.insertArguments(handle, 1, arguments).asType(READER);
  }

  MethodHandle of(Field field) throws IllegalAccessException {
    if (!isPublic(field.getModifiers(), field.getDeclaringClass())) {
      opener.open(field.getDeclaringClass());
      field.setAccessible(true);
    }
    return lookup.unreflectGetter(field).asType(READER);
  }

  private MethodHandle accessible(List<Method> declarations) throws IllegalAccessException {
    for (Method method : declarations) {
      if (isPublic(method.getModifiers(), method.getDeclaringClass())) {
        try {
          return lookup.unreflect(method);
        } catch (IllegalAccessException e) {
          // public in a package that its module keeps to itself; another declaration may do
        }
      }
    }
    Method nearest = declarations.get(0);
    opener.open(nearest.getDeclaringClass());
    nearest.setAccessible(true);
    return lookup.unreflect(nearest);
  }

  private static boolean isPublic(int modifiers, Class<?> declaring) {
    return Modifier.isPublic(modifiers) && Modifier.isPublic(declaring.getModifiers());
  }
}
