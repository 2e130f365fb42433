package io.github.ratelimitagent.match;

import java.util.Collection;

/**
 * What a {@link MethodPattern} asks about a class.
 *
 * <p>An implementation reads class files or reflection. It must not throw when a class that it
 * refers to cannot be found, and need not look at more than it is asked for: a pattern asks for the
 * name first and for supertypes last.
 */
public interface TypeView {

  /** The binary name, such as {@code com.acme.Outer$Inner}. */
  String name();

  /** The access flags of the class file. */
  int modifiers();

  /**
   * The direct superclass and interfaces. One that cannot be found is left out or, where its name
   * is known, answers with that name and no supertypes.
   */
  Collection<? extends TypeView> supertypes();

  /** Binary names of the annotations that the class file has on the class itself. */
  Collection<String> annotations();
}
