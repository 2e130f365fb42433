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

  private static @Nullable Method isVirtual() {
    try {
      return Thread.class.getMethod("isVirtual");
    } catch (NoSuchMethodException e) {
      return null;
    }
  }
}
