package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.template.DeclaredType;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * A type of a signature as the type pool knows it. A type that cannot be located is opaque: what is
 * not known cannot be reported as wrong.
 */
final class PoolType implements DeclaredType {
  private static final TypeDescription.Generic OBJECT =
      TypeDescription.ForLoadedType.of(Object.class).asGenericType();

  private final TypeDescription.Generic type;
  private final Members members;

  PoolType(TypeDescription.Generic type) {
    this.type = known(type);
    this.members = Members.of(this.type);
  }

  static PoolType of(TypeDescription type) {
    return new PoolType(type.asGenericType());
  }

  /** What is certain of a value: of a type variable nothing, as the reference says. */
  private static TypeDescription.Generic known(TypeDescription.Generic type) {
    switch (type.getSort()) {
      case WILDCARD:
        return known(type.getUpperBounds().getOnly());
      case VARIABLE:
      case VARIABLE_SYMBOLIC:
        return OBJECT;
      default:
        return type;
    }
  }

  @Override
  public String name() {
    return TypeText.of(type.asErasure());
  }

  @Override
  public boolean isOpaque() {
    return members.isIncomplete() || type.asErasure().represents(Object.class);
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
    // asked of a type that cannot be located, the pool would throw
    return members.isIncomplete() ? name().endsWith("[]") : type.isArray();
  }

  @Override
  public DeclaredType element() {
    if (members.isIncomplete()) {
      return new PoolType(OBJECT);
    }
    TypeDescription.Generic element = isArray() ? type.getComponentType() : members.element();
    return new PoolType(element == null ? OBJECT : element);
  }

  @Override
  public @Nullable DeclaredType property(String name) {
    TypeDescription.Generic found = members.properties().get(name);
    return found == null ? null : new PoolType(found);
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
    Map<String, TypeDescription.Generic> returns = new LinkedHashMap<>();
    for (MethodDescription method : members.methods()) {
      if (method.getName().equals(name)
          && method.isStatic() == isStatic
          && method.getParameters().size() == arguments) {
        returns.put(method.getReturnType().asErasure().getName(), method.getReturnType());
      }
    }
    if (returns.isEmpty()) {
      return null;
    }
    return new PoolType(returns.size() == 1 ? returns.values().iterator().next() : OBJECT);
  }

  @Override
  public Collection<String> methodNames() {
    Set<String> names = new LinkedHashSet<>();
    for (MethodDescription method : members.methods()) {
      names.add(method.getName());
    }
    return names;
  }

  @Override
  public boolean printsIdentity() {
    if (isOpaque() || type.isInterface() || type.isPrimitive() || type.isAbstract()) {
      return false;
    }
    for (MethodDescription method : members.methods()) {
      if (method.getName().equals("toString")
          && method.getParameters().isEmpty()
          && !method.getDeclaringType().asErasure().represents(Object.class)) {
        return false;
      }
    }
    return true;
  }
}
