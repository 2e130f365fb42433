package io.github.ratelimitagent.instrument;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.description.type.TypeList;
import org.jspecify.annotations.Nullable;

/** The members of a type, inherited ones included, as far as its supertypes can be located. */
final class Members {
  private final Set<String> supertypes = new LinkedHashSet<>();
  private final List<MethodDescription> methods = new ArrayList<>();
  private final List<FieldDescription> fields = new ArrayList<>();
  private TypeDescription.@Nullable Generic element;
  private boolean incomplete;

  private Members() {}

  static Members of(TypeDescription.Generic type) {
    Members members = new Members();
    try {
      if (!type.isArray() && !type.isPrimitive()) {
        members.collect(type);
      }
    } catch (RuntimeException | LinkageError cannotBeDescribed) {
      members.incomplete = true;
    }
    return members;
  }

  private void collect(TypeDefinition definition) {
    TypeDescription type = definition.asErasure();
    if (!supertypes.add(type.getName())) {
      return;
    }
    if (definition.getSort() == TypeDefinition.Sort.PARAMETERIZED) {
      TypeList.Generic arguments = definition.asGenericType().getTypeArguments();
      if (type.getName().equals("java.util.List") || type.getName().equals("java.util.Map")) {
        element = arguments.get(arguments.size() - 1);
      }
    }
    boolean ofJdk = type.getName().startsWith("java.");
    for (MethodDescription method : definition.getDeclaredMethods()) {
      if (method.isMethod()
          && !method.isBridge()
          && !method.getReturnType().represents(void.class)
          && (method.isPublic() || !ofJdk)) {
        methods.add(method);
      }
    }
    for (FieldDescription field : definition.getDeclaredFields()) {
      if (!field.isStatic() && (field.isPublic() || !ofJdk)) {
        fields.add(field);
      }
    }
    TypeDescription.Generic superClass = definition.getSuperClass();
    if (superClass != null) {
      collect(superClass);
    }
    for (TypeDescription.Generic face : definition.getInterfaces()) {
      collect(face);
    }
    if (type.isInterface()) {
      collect(TypeDescription.ForLoadedType.of(Object.class));
    }
  }

  /** Whether a supertype could not be located. */
  boolean isIncomplete() {
    return incomplete;
  }

  boolean isSubtypeOf(String name) {
    return supertypes.contains(name);
  }

  /** The type argument of {@code List}, or the second one of {@code Map}; null where not given. */
  TypeDescription.@Nullable Generic element() {
    return element;
  }

  /** Those that return something. */
  List<MethodDescription> methods() {
    return methods;
  }

  /** By name: accessor of a record component, getter, is-getter, field; the first that is there. */
  Map<String, TypeDescription.Generic> properties() {
    Map<String, TypeDescription.Generic> properties = new LinkedHashMap<>();
    if (supertypes.contains("java.lang.Record")) {
      for (MethodDescription method : methods) {
        if (isGetter(method) && hasField(method.getName())) {
          properties.putIfAbsent(method.getName(), method.getReturnType());
        }
      }
    }
    addGetters(properties, "get");
    addGetters(properties, "is");
    for (FieldDescription field : fields) {
      properties.putIfAbsent(field.getName(), field.getType());
    }
    return properties;
  }

  private void addGetters(Map<String, TypeDescription.Generic> properties, String prefix) {
    for (MethodDescription method : methods) {
      String name = method.getName();
      if (!isGetter(method) || !name.startsWith(prefix) || name.length() == prefix.length()) {
        continue;
      }
      if (prefix.equals("is")
          && !method.getReturnType().represents(boolean.class)
          && !method.getReturnType().represents(Boolean.class)) {
        continue;
      }
      String bare = name.substring(prefix.length());
      String property = Character.toLowerCase(bare.charAt(0)) + bare.substring(1);
      properties.putIfAbsent(property, method.getReturnType());
    }
  }

  private static boolean isGetter(MethodDescription method) {
    return !method.isStatic() && method.getParameters().isEmpty();
  }

  private boolean hasField(String name) {
    for (FieldDescription field : fields) {
      if (field.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
