package io.github.ratelimitagent.limit.template;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The members of a class, nearest declaration first: itself, superclasses, interfaces. */
final class Hierarchy {
  private final Set<Class<?>> types = new LinkedHashSet<>();
  private @Nullable String unreadable;

  Hierarchy(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      types.add(c);
    }
    for (Class<?> c : new ArrayList<>(types)) {
      addInterfaces(c);
    }
  }

  private void addInterfaces(Class<?> type) {
    for (Class<?> each : type.getInterfaces()) {
      if (types.add(each)) {
        addInterfaces(each);
      }
    }
  }

  /** Methods of that name and number of parameters that return something. */
  List<Method> methods(String name, int parameters, boolean isStatic) {
    List<Method> found = new ArrayList<>();
    for (Method method : members(Class::getDeclaredMethods)) {
      if (method.getName().equals(name)
          && method.getParameterCount() == parameters
          && method.getReturnType() != void.class
          && Modifier.isStatic(method.getModifiers()) == isStatic) {
        found.add(method);
      }
    }
    return found;
  }

  @Nullable Field field(String name) {
    for (Field field : members(Class::getDeclaredFields)) {
      if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
        return field;
      }
    }
    return null;
  }

  /** Why members may be missing from the answers, empty when none are. */
  String unreadable() {
    return unreadable == null ? "" : "; " + unreadable;
  }

  private <M extends AnnotatedElement & Member> List<M> members(Function<Class<?>, M[]> declared) {
    List<M> all = new ArrayList<>();
    for (Class<?> type : types) {
      try {
        for (M member : declared.apply(type)) {
          // the field 'size' of an ArrayList is no property
          if (Modifier.isPublic(member.getModifiers()) || !DeclaredType.isOfJdk(type.getName())) {
            all.add(member);
          }
        }
      } catch (LinkageError e) {
        // a class named in some signature of this one is missing; its supertypes may still do
        unreadable = type.getName() + " cannot be read: " + e;
      }
    }
    return all;
  }
}
