package io.github.ratelimitagent.limit.template;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A declared type read from a loaded class, where the agent reads class files. */
final class ReflectedType implements DeclaredType {
  private final Class<?> type;

  private ReflectedType(Class<?> type) {
    this.type = type;
  }

  static DeclaredType of(Class<?> type) {
    return type == Object.class ? DeclaredType.opaque() : new ReflectedType(type);
  }

  @Override
  public String name() {
    return type.isArray() ? of(type.getComponentType()).name() + "[]" : type.getName();
  }

  @Override
  public boolean isOpaque() {
    return false;
  }

  @Override
  public boolean isMap() {
    return Map.class.isAssignableFrom(type);
  }

  @Override
  public boolean isList() {
    return List.class.isAssignableFrom(type);
  }

  @Override
  public boolean isArray() {
    return type.isArray();
  }

  @Override
  public boolean mayHaveSubtypes() {
    return !Modifier.isFinal(type.getModifiers());
  }

  @Override
  public DeclaredType element() {
    return type.isArray() ? of(type.getComponentType()) : DeclaredType.opaque();
  }

  @Override
  public @Nullable DeclaredType property(String name) {
    String capitalized = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    if (type.isRecord() && field(name) != null) {
      return call(name, 0);
    }
    DeclaredType getter = call("get" + capitalized, 0);
    if (getter != null) {
      return getter;
    }
    DeclaredType is = call("is" + capitalized, 0);
    if (is != null && Set.of("boolean", "java.lang.Boolean").contains(is.name())) {
      return is;
    }
    Field field = field(name);
    return field == null ? null : of(field.getType());
  }

  @Override
  public Collection<String> propertyNames() {
    Set<String> names = new TreeSet<>();
    for (Class<?> each : hierarchy()) {
      for (Field field : each.getDeclaredFields()) {
        names.add(field.getName());
      }
      for (Method method : each.getDeclaredMethods()) {
        String name = method.getName();
        if (name.startsWith("get") && name.length() > 3 && method.getParameterCount() == 0) {
          names.add(Character.toLowerCase(name.charAt(3)) + name.substring(4));
        }
      }
    }
    names.removeIf(name -> name.equals("class") || property(name) == null);
    return names;
  }

  @Override
  public @Nullable DeclaredType call(String name, int arguments) {
    return result(name, arguments, false);
  }

  @Override
  public @Nullable DeclaredType staticCall(String name, int arguments) {
    return result(name, arguments, true);
  }

  @Override
  public Collection<String> methodNames() {
    Set<String> names = new TreeSet<>();
    for (Method method : methods()) {
      if (method.getReturnType() != void.class && method.getDeclaringClass() != Object.class) {
        names.add(method.getName());
      }
    }
    return names;
  }

  @Override
  public boolean printsIdentity() {
    try {
      return !type.isInterface()
          && !type.isPrimitive()
          && type.getMethod("toString").getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private @Nullable DeclaredType result(String name, int arguments, boolean isStatic) {
    DeclaredType result = null;
    for (Method method : methods()) {
      if (method.getName().equals(name)
          && method.getParameterCount() == arguments
          && method.getReturnType() != void.class
          && !method.isBridge()
          && Modifier.isStatic(method.getModifiers()) == isStatic) {
        DeclaredType other = of(method.getReturnType());
        result = result == null || result.name().equals(other.name()) ? other : OPAQUE;
      }
    }
    return result;
  }

  private static final DeclaredType OPAQUE = DeclaredType.opaque();

  private @Nullable Field field(String name) {
    for (Class<?> each : hierarchy()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getName().equals(name)
            && !Modifier.isStatic(field.getModifiers())
            && visible(each, field.getModifiers())) {
          return field;
        }
      }
    }
    return null;
  }

  private List<Method> methods() {
    List<Method> methods = new ArrayList<>();
    for (Class<?> each : hierarchy()) {
      for (Method method : each.getDeclaredMethods()) {
        if (visible(each, method.getModifiers())) {
          methods.add(method);
        }
      }
    }
    return methods;
  }

  private static boolean visible(Class<?> declaring, int modifiers) {
    return Modifier.isPublic(modifiers) || !DeclaredType.isOfJdk(declaring.getName());
  }

  private Set<Class<?>> hierarchy() {
    Set<Class<?>> all = new LinkedHashSet<>();
    add(type, all);
    if (type.isInterface()) {
      all.add(Object.class);
    }
    return all;
  }

  private static void add(@Nullable Class<?> type, Set<Class<?>> all) {
    if (type != null && all.add(type)) {
      add(type.getSuperclass(), all);
      for (Class<?> each : type.getInterfaces()) {
        add(each, all);
      }
    }
  }
}
