package io.github.ratelimitagent.limit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** What is to be known of virtual threads, on every version of Java. Never blocks. */
public final class VirtualThreads {
  private static final @Nullable Method IS_VIRTUAL = isVirtual();

  private VirtualThreads() {}

  /** Whether this Java has them. */
  public static boolean exist() {
    return IS_VIRTUAL != null;
  }

  /** Whether the calling thread is one. */
  public static boolean isCurrent() {
    if (IS_VIRTUAL == null) {
      return false;
    }
    try {
      return (Boolean) IS_VIRTUAL.invoke(Thread.currentThread());
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }

  /**
   * Whether one that waits in a synchronized method leaves its carrier to others: since Java 24.
   */
  public static boolean leaveCarriersWhenSynchronized() {
    String version = System.getProperty("java.specification.version", "8");
    return IS_VIRTUAL != null && Integer.parseInt(version) >= 24;
  }

  private static @Nullable Method isVirtual() {
    try {
      return Thread.class.getMethod("isVirtual");
    } catch (NoSuchMethodException e) {
      return null;
    }
  }
}
