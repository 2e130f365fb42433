package io.github.ratelimitagent.classfile;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;

/** Describes a loaded class whose loader does not give its class file away. */
public final class LoadedClass {
  private LoadedClass() {}

  /**
   * What reflection says of the class. Its fields are left out.
   *
   * @param files for its supertypes
   * @throws LinkageError if a class that it refers to cannot be found
   */
  public static ClassModel describe(Class<?> loaded, ClassFiles files) {
    Class<?> superclass = loaded.getSuperclass();
    ClassModel model =
        new ClassModel(
            files,
            loaded.getName(),
            loaded.getModifiers(),
            null,
            superclass == null ? null : superclass.getName(),
            names(loaded.getInterfaces()));
    for (Annotation annotation : loaded.getDeclaredAnnotations()) {
      model.addAnnotation(annotation.annotationType().getName());
    }
    for (Constructor<?> constructor : loaded.getDeclaredConstructors()) {
      add(model, constructor, "<init>", Type.getConstructorDescriptor(constructor));
    }
    for (Method method : loaded.getDeclaredMethods()) {
      add(model, method, method.getName(), Type.getMethodDescriptor(method));
    }
    return model;
  }

  private static void add(ClassModel model, Executable member, String name, String descriptor) {
    MethodModel method =
        new MethodModel(
            model,
            name,
            member.getModifiers(),
            descriptor,
            null,
            names(member.getExceptionTypes()));
    for (Annotation annotation : member.getDeclaredAnnotations()) {
      method.addAnnotation(annotation.annotationType().getName());
    }
    model.add(method);
  }

  private static List<String> names(Class<?>[] types) {
    List<String> names = new ArrayList<>();
    for (Class<?> type : types) {
      names.add(type.getName());
    }
    return names;
  }
}
