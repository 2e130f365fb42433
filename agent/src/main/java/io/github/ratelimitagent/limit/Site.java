package io.github.ratelimitagent.limit;

import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One woven method and the limits that cover it. Immutable. Holds no class of the application
 * strongly, so that a web application can be undeployed.
 */
public final class Site {
  private final String method;
  private final boolean constructor;
  private final boolean interruptible;
  private final Supplier<@Nullable ClassLoader> loader;
  private final List<BoundLimit> limits;

  /**
   * A woven method.
   *
   * @param method as messages name it, such as {@code com.acme.Pay.charge(String)}
   * @param constructor whether it is a constructor, which has no exit to be told of
   * @param interruptible whether it declares InterruptedException or a supertype
   * @param loader the class loader of the method's class, held weakly; null for the boot loader
   * @param limits in the order of the configuration
   */
  public Site(
      String method,
      boolean constructor,
      boolean interruptible,
      Supplier<@Nullable ClassLoader> loader,
      List<BoundLimit> limits) {
    this.method = method;
    this.constructor = constructor;
    this.interruptible = interruptible;
    this.loader = loader;
    this.limits = Collections.unmodifiableList(limits);
  }

  String method() {
    return method;
  }

  boolean isConstructor() {
    return constructor;
  }

  boolean isInterruptible() {
    return interruptible;
  }

  @Nullable ClassLoader loader() {
    return loader.get();
  }

  List<BoundLimit> limits() {
    return limits;
  }
}
