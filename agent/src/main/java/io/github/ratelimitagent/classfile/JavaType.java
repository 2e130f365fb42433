package io.github.ratelimitagent.classfile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * A type with what is certain of its type arguments: where a signature has a type variable or an
 * unbounded wildcard, that is {@code Object}; a wildcard is its upper bound. Immutable.
 */
public final class JavaType {
  /** The type of which nothing is known. */
  public static final JavaType OBJECT = of("java.lang.Object");

  private final String baseName;
  private final int dimensions;
  private final List<JavaType> arguments;

  JavaType(String baseName, int dimensions, List<JavaType> arguments) {
    this.baseName = baseName;
    this.dimensions = dimensions;
    this.arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
  }

  /** A class or primitive type by its binary name, without type arguments. */
  public static JavaType of(String name) {
    return new JavaType(name, 0, Collections.emptyList());
  }

  /** A type as a descriptor has it. */
  public static JavaType of(Type erased) {
    return erased.getSort() == Type.ARRAY
        ? of(erased.getElementType().getClassName()).array(erased.getDimensions())
        : of(erased.getClassName());
  }

  /** An array of this type, of so many dimensions more. */
  JavaType array(int more) {
    return new JavaType(baseName, dimensions + more, arguments);
  }

  public boolean isArray() {
    return dimensions > 0;
  }

  /** What this array has in it. */
  public JavaType component() {
    if (!isArray()) {
      throw new IllegalStateException(this + " is not an array");
    }
    return new JavaType(baseName, dimensions - 1, arguments);
  }

  /** None where the type has none, and where it is used without them. */
  public List<JavaType> arguments() {
    return arguments;
  }

  /** The binary name, erased, with {@code []} for each dimension. */
  public String name() {
    StringBuilder name = new StringBuilder(baseName);
    for (int i = 0; i < dimensions; i++) {
      name.append("[]");
    }
    return name.toString();
  }

  @Override
  public String toString() {
    return name();
  }
}
