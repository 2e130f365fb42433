package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.JavaType;
import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.limit.template.DeclaredType;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A type of a signature, its members as class files say. A type that cannot be found is opaque:
 * what is not known cannot be reported as wrong.
 */
final class ClassFileType implements DeclaredType {
  private final JavaType type;
  private final ClassFiles files;
  private final Members members;

  ClassFileType(JavaType type, ClassFiles files) {
    this.type = type;
    this.files = files;
    this.members = Members.of(type, files);
  }

  private DeclaredType other(@Nullable JavaType other) {
    return other == null ? DeclaredType.opaque() : new ClassFileType(other, files);
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public boolean isOpaque() {
    return members.isIncomplete() || name().equals("java.lang.Object");
  }

  @Override
  public boolean isMap() {
    return members.isSubtypeOf("java.util.Map");
  }

  @Override
  public boolean isList() {
    return members.isSubtypeOf("java.util.List");
  }

  @Override
  public boolean isArray() {
    return type.isArray();
  }

  @Override
  public boolean mayHaveSubtypes() {
    ClassModel own = members.own();
    return own != null && !own.isFinal();
  }

  @Override
  public DeclaredType element() {
    return other(isArray() ? type.component() : members.element());
  }

  @Override
  public @Nullable DeclaredType property(String name) {
    JavaType found = members.properties().get(name);
    return found == null ? null : other(found);
  }

  @Override
  public Collection<String> propertyNames() {
    return members.properties().keySet();
  }

  @Override
  public @Nullable DeclaredType call(String name, int arguments) {
    return returned(name, arguments, false);
  }

  @Override
  public @Nullable DeclaredType staticCall(String name, int arguments) {
    return returned(name, arguments, true);
  }

  private @Nullable DeclaredType returned(String name, int arguments, boolean isStatic) {
    Map<String, JavaType> returns = new LinkedHashMap<>();
    members
        .methods()
        .forEach(
            (method, returned) -> {
              if (method.name().equals(name)
                  && method.isStatic() == isStatic
                  && method.parameterCount() == arguments) {
                returns.put(returned.name(), returned);
              }
            });
    if (returns.isEmpty()) {
      return null;
    }
    return returns.size() == 1 ? other(returns.values().iterator().next()) : DeclaredType.opaque();
  }

  @Override
  public Collection<String> methodNames() {
    Set<String> names = new LinkedHashSet<>();
    for (MethodModel method : members.methods().keySet()) {
      names.add(method.name());
    }
    return names;
  }

  @Override
  public boolean printsIdentity() {
    ClassModel own = members.own();
    if (isOpaque() || own == null || own.isInterface() || own.isAbstract()) {
      return false;
    }
    for (MethodModel method : members.methods().keySet()) {
      if (method.name().equals("toString")
          && method.parameterCount() == 0
          && !method.declaringClass().name().equals("java.lang.Object")) {
        return false;
      }
    }
    return true;
  }
}
