package io.github.ratelimitagent.match;

import java.util.Collection;
import java.util.List;

/**
 * What a {@link MethodPattern} asks about a method or constructor.
 *
 * <p>Types are erased and given by name, so that none needs to be located: the binary name, with
 * {@code []} for each dimension of an array, such as {@code long}, {@code java.util.Map$Entry} or
 * {@code java.lang.String[]}.
 */
public interface MethodView {

  /** The name in the class file; of no interest for a constructor. */
  String name();

  boolean isConstructor();

  /** The access flags of the class file, the bridge and synthetic ones included. */
  int modifiers();

  /** The erased return type; {@code void} for a constructor. */
  String returnType();

  /** The erased parameter types. */
  List<String> parameterTypes();

  /** Binary names of the annotations on the method. */
  Collection<String> annotations();
}
