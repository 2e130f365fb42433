package io.github.ratelimitagent.match;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Which classes' methods are meant: the type part of a method pattern. Immutable. */
final class DeclaringPattern {
  private static final int SYNTHETIC = 0x1000;
  private static final String ROOT = "java.lang.Object";

  private final AnnotationsPattern annotations;
  private final ClassNamePattern name;
  private final boolean subtypes;

  DeclaringPattern(AnnotationsPattern annotations, ClassNamePattern name, boolean subtypes) {
    this.annotations = annotations;
    this.name = name;
    this.subtypes = subtypes;
  }

  AnnotationsPattern annotations() {
    return annotations;
  }

  ClassNamePattern name() {
    return name;
  }

  boolean withSubtypes() {
    return subtypes;
  }

  boolean canNameJdkClass() {
    return name.isExact()
        && ReservedNames.isJdk(name.toString())
        && !ReservedNames.isAgent(name.toString());
  }

  /** Whether it says anything about the class. */
  boolean constrains() {
    return !annotations.isEmpty()
        || (Wildcards.constrains(name.toString()) && !(subtypes && name.toString().equals(ROOT)));
  }

  /** Decides by the name alone; true when only supertypes or annotations can tell. */
  boolean mayMatch(String className) {
    if (!subtypes && !name.matches(className)) {
      return false;
    }
    if (ReservedNames.isAgent(className)) {
      return false;
    }
    return !ReservedNames.isJdk(className) || (name.isExact() && name.matches(className));
  }

  boolean matches(TypeView type) {
    return mayMatch(type.name())
        && (type.modifiers() & SYNTHETIC) == 0
        && (annotations.isEmpty() || annotations.matches(type.annotations()))
        && (name.matches(type.name()) || (subtypes && hasSupertype(type)));
  }

  /** A broken class file may make a type its own supertype, so each name is looked at once. */
  private boolean hasSupertype(TypeView type) {
    Set<String> seen = new HashSet<>();
    Deque<TypeView> open = new ArrayDeque<>(type.supertypes());
    while (!open.isEmpty()) {
      TypeView next = open.remove();
      if (name.matches(next.name())) {
        return true;
      }
      if (seen.add(next.name())) {
        open.addAll(next.supertypes());
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DeclaringPattern
        && annotations.equals(((DeclaringPattern) other).annotations)
        && name.equals(((DeclaringPattern) other).name)
        && subtypes == ((DeclaringPattern) other).subtypes;
  }

  @Override
  public int hashCode() {
    return 31 * annotations.hashCode() + name.hashCode();
  }

  @Override
  public String toString() {
    String text = annotations.toString() + name + (subtypes ? "+" : "");
    return annotations.isEmpty() ? text : "(" + text + ")";
  }
}
