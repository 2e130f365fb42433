package io.github.ratelimitagent.gate;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does things with the agent's own permissions. Under a security manager, which a JVM up to 23 can
 * have, they would else be no more than those of the code whose call is limited.
 */
public final class Privileged {
  private static final boolean CONTROLLED = isControlled();

  private Privileged() {}

  /** What the action answers. */
  public static <T extends @Nullable Object> T get(Supplier<T> action) {
    return CONTROLLED ? Controller.get(action) : action.get();
  }

  /**
   * Finds a class through a loader.
   *
   * @throws ClassNotFoundException if there is none
   */
  public static Class<?> load(String name, boolean initialize, @Nullable ClassLoader loader)
      throws ClassNotFoundException {
    ClassNotFoundException[] missing = new ClassNotFoundException[1];
    Class<?> found =
        get(
            () -> {
              try {
                return Class.forName(name, initialize, loader);
              } catch (ClassNotFoundException e) {
                missing[0] = e;
                return null;
              }
            });
    if (found == null) {
      throw missing[0];
    }
    return found;
  }

  /** A later JDK may lack it. */
  private static boolean isControlled() {
    try {
      Class.forName("java.security.AccessController");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Linked only where it can be. */
  private static final class Controller {
    static <T extends @Nullable Object> T get(Supplier<T> action) {
      return AccessController.doPrivileged(new Action<>(action));
    }
  }

  private static final class Action<T extends @Nullable Object> implements PrivilegedAction<T> {
    private final Supplier<T> action;

    Action(Supplier<T> action) {
      this.action = action;
    }

    @Override
    public T run() {
      return action.get();
    }
  }
}
