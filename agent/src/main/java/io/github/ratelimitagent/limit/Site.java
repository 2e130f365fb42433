package io.github.ratelimitagent.limit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
  private final @Nullable String suspendClass;
  private final List<BoundLimit> limits;
  private final @Nullable BoundLimit leasedConstantLimit;

  /**
   * A woven method.
   *
   * @param method as messages name it, such as {@code com.acme.Pay.charge(String)}
   * @param constructor whether it is a constructor, which has no exit to be told of
   * @param interruptible whether it declares InterruptedException or a supertype
   * @param loader the class loader of the method's class, held weakly; null for the boot loader
   * @param suspendClass for a {@code suspend} function, how the names of the classes begin that the
   *     Kotlin compiler makes to go on with it; null for others
   * @param limits in any order
   */
  public Site(
      String method,
      boolean constructor,
      boolean interruptible,
      Supplier<@Nullable ClassLoader> loader,
      @Nullable String suspendClass,
      List<BoundLimit> limits) {
    this.method = method;
    this.constructor = constructor;
    this.interruptible = interruptible;
    this.loader = loader;
    this.suspendClass = suspendClass;
    List<BoundLimit> byName = new ArrayList<>(limits);
    // ties between limits that deny go by name, and stores take the first
    byName.sort(new ByName());
    this.limits = Collections.unmodifiableList(byName);
    BoundLimit only = limits.size() == 1 ? byName.get(0) : null;
    boolean constant =
        only != null
            && only.constantClaim() != null
            && only.limit().lease() > 1
            && !only.limit().observed();
    this.leasedConstantLimit = constant ? only : null;
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

  /** Null unless the method is a {@code suspend} function. */
  @Nullable String suspendClass() {
    return suspendClass;
  }

  /** The only limit, where it is enforced, has a lease, and all calls claim the same; else null. */
  @Nullable BoundLimit leasedConstantLimit() {
    return leasedConstantLimit;
  }

  /** By their names. */
  List<BoundLimit> limits() {
    return limits;
  }

  private static final class ByName implements Comparator<BoundLimit> {
    @Override
    public int compare(BoundLimit one, BoundLimit other) {
      return one.limit().name().compareTo(other.limit().name());
    }
  }
}
