package io.github.ratelimitagent.limit.template;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a class file says about a method that a template is bound to. Asked while the class is
 * woven, so an implementation loads no class; a bound template keeps only {@link #loader()} of it.
 */
public interface CallSignature {
  /** Binary name of the class that declares the method, such as {@code com.acme.Order$Line}. */
  String className();

  /** The method's name; any text for a constructor. */
  String methodName();

  boolean isStatic();

  boolean isConstructor();

  int parameterCount();

  /** The names of the parameters in order, or null when the class file does not have them all. */
  @Nullable List<String> parameterNames();

  DeclaredType parameterType(int index);

  /** The class that declares the method; not asked of a static method or constructor. */
  DeclaredType thisType();

  /** The class of that binary name as the declaring class would find it, or null. */
  @Nullable DeclaredType locate(String className);

  /**
   * The loader through which static calls find their classes: that of the declaring class, null for
   * the boot loader. It must not hold the loader strongly.
   */
  Supplier<@Nullable ClassLoader> loader();

  /** The few names of {@code known} that {@code wanted} may have meant, best first. */
  List<String> nearest(String wanted, Collection<String> known);
}
