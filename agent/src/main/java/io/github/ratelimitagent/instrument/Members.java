package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.FieldModel;
import io.github.ratelimitagent.classfile.GenericClass;
import io.github.ratelimitagent.classfile.JavaType;
import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.limit.template.DeclaredType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of a type, inherited ones included, as far as its supertypes can be found. */
final class Members {
  private static final Set<String> PRIMITIVE =
      new HashSet<>(
          Arrays.asList(
              "boolean", "char", "byte", "short", "int", "long", "float", "double", "void"));

  private final ClassFiles files;
  private @Nullable ClassModel own;
  private final Set<String> supertypes = new LinkedHashSet<>();
  private final Map<MethodModel, JavaType> methods = new LinkedHashMap<>();
  private final Map<FieldModel, JavaType> fields = new LinkedHashMap<>();
  private @Nullable JavaType element;
  private boolean incomplete;

  private Members(ClassFiles files) {
    this.files = files;
  }

  static Members of(JavaType type, ClassFiles files) {
    Members members = new Members(files);
    if (!type.isArray() && !PRIMITIVE.contains(type.name())) {
      members.collect(type);
    }
    return members;
  }

  private void collect(JavaType type) {
    if (!supertypes.add(type.name())) {
      return;
    }
    ClassModel model = files.findReadable(type.name());
    if (model == null) {
      incomplete = true;
      return;
    }
    if (own == null) {
      own = model;
    }
    List<JavaType> arguments = type.arguments();
    if ((model.name().equals("java.util.List") || model.name().equals("java.util.Map"))
        && !arguments.isEmpty()) {
      element = arguments.get(arguments.size() - 1);
    }
    GenericClass generic = GenericClass.of(model, arguments);
    boolean ofJdk = DeclaredType.isOfJdk(model.name());
    for (MethodModel method : model.methods()) {
      if (!method.isConstructor()
          && !method.isBridge()
          && !method.returnType().equals("void")
          && (method.isPublic() || !ofJdk)) {
        methods.put(method, generic.returnTypeOf(method));
      }
    }
    for (FieldModel field : model.fields()) {
      if (!field.isStatic() && (field.isPublic() || !ofJdk)) {
        fields.put(field, generic.typeOf(field));
      }
    }
    List<JavaType> above = new ArrayList<>(generic.supertypes());
    if (model.isInterface()) {
      // begins with Object, whose methods come behind those of other interfaces
      Collections.rotate(above, -1);
    }
    above.forEach(this::collect);
  }

  /** The type itself; null of arrays, of primitive types, and where it cannot be found. */
  @Nullable ClassModel own() {
    return own;
  }

  /** Whether it or a supertype could not be found. */
  boolean isIncomplete() {
    return incomplete;
  }

  boolean isSubtypeOf(String name) {
    return supertypes.contains(name);
  }

  /** The type argument of {@code List}, or the second one of {@code Map}; null where not given. */
  @Nullable JavaType element() {
    return element;
  }

  /** Those that return something, with its type. */
  Map<MethodModel, JavaType> methods() {
    return Collections.unmodifiableMap(methods);
  }

  /** By name: accessor of a record component, getter, is-getter, field; the first that is there. */
  Map<String, JavaType> properties() {
    Map<String, JavaType> properties = new LinkedHashMap<>();
    if (supertypes.contains("java.lang.Record")) {
      methods.forEach(
          (method, returned) -> {
            if (isGetter(method) && hasField(method.name())) {
              properties.putIfAbsent(method.name(), returned);
            }
          });
    }
    addGetters(properties, "get");
    addGetters(properties, "is");
    fields.forEach((field, type) -> properties.putIfAbsent(field.name(), type));
    return properties;
  }

  private void addGetters(Map<String, JavaType> properties, String prefix) {
    methods.forEach(
        (method, returned) -> {
          String name = method.name();
          if (isGetter(method)
              && name.startsWith(prefix)
              && name.length() > prefix.length()
              && (prefix.equals("get") || isBoolean(returned))) {
            String bare = name.substring(prefix.length());
            String property = Character.toLowerCase(bare.charAt(0)) + bare.substring(1);
            properties.putIfAbsent(property, returned);
          }
        });
  }

  private static boolean isBoolean(JavaType type) {
    return type.name().equals("boolean") || type.name().equals("java.lang.Boolean");
  }

  private static boolean isGetter(MethodModel method) {
    return !method.isStatic() && method.parameterCount() == 0;
  }

  private boolean hasField(String name) {
    for (FieldModel field : fields.keySet()) {
      if (field.name().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
