package io.github.ratelimitagent.limit.template;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What a class file says about the type of a value. An opaque type answers nothing; then everything
 * is decided by the object's class at run time.
 */
public interface DeclaredType {
  /** The name as in source text with {@code $} for nested types: {@code int}, {@code a.B$C[]}. */
  String name();

  /** Whether nothing is known: {@code Object}, a type variable, a class that cannot be located. */
  boolean isOpaque();

  /** Whether it is a subtype of {@link java.util.Map}. */
  boolean isMap();

  /** Whether it is a subtype of {@link java.util.List}. */
  boolean isList();

  boolean isArray();

  /** Whether an object of the type may have members that the type does not declare. */
  boolean mayHaveSubtypes();

  /** Component type of an array; of a list or map what is known of its values, else opaque. */
  DeclaredType element();

  /**
   * The type of a property, or null when there is none: the accessor of a record component, else
   * {@code getName()} that returns something, else {@code isName()} that returns {@code boolean} or
   * {@code Boolean}, else a field. Instance members of any visibility, inherited ones included; of
   * a JDK class ({@link #isOfJdk}) public ones only. Map entries, indexes and {@code length} are
   * not asked here.
   */
  @Nullable DeclaredType property(String name);

  /** Names for which {@link #property} has an answer. */
  Collection<String> propertyNames();

  /**
   * What an instance method returns, inherited ones and for interfaces those of {@code Object}
   * included, or null when there is none of that name and number of parameters that returns
   * something. Opaque when overloads differ. Of a JDK class public methods only.
   */
  @Nullable DeclaredType call(String name, int arguments);

  /** As {@link #call}, for a static method. */
  @Nullable DeclaredType staticCall(String name, int arguments);

  /** Names of the methods, static ones included, that return something. */
  Collection<String> methodNames();

  /**
   * Whether it is a class whose {@code toString()} is that of {@code Object}, so that each object
   * prints differently. False for interfaces and opaque types.
   */
  boolean printsIdentity();

  /** Whether only public members of that class count: what the JDK keeps to itself may change. */
  static boolean isOfJdk(String className) {
    return className.startsWith("java.")
        || className.startsWith("javax.")
        || className.startsWith("jdk.")
        || className.startsWith("sun.")
        || className.startsWith("com.sun.");
  }

  /** The type of which nothing is known. */
  static DeclaredType opaque() {
    return OpaqueType.INSTANCE;
  }
}
