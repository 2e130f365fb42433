package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.gate.Privileged;
import io.github.ratelimitagent.limit.template.AccessOpener;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Makes exceptions of the application's own classes. Keeps what it found in the class itself, so
 * that none is held. Safe for many threads.
 */
final class ApplicationExceptions {
  private static final Class<?>[][] SIGNATURES = {
    {String.class, Throwable.class}, {String.class}, {}
  };

  private final ClassValue<Constructor<?>> constructors =
      new ClassValue<Constructor<?>>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
          return Privileged.get(() -> find(type));
        }
      };

  private final AccessOpener opener;

  ApplicationExceptions(AccessOpener opener) {
    this.opener = opener;
  }

  /** An exception of that class with the message of {@code cause}, and it as its cause. */
  Throwable make(String className, @Nullable ClassLoader loader, Throwable cause)
      throws ReflectiveOperationException {
    Constructor<?> constructor = constructors.get(load(className, loader));
    Object[] all = {cause.getMessage(), cause};
    int taken = constructor.getParameterTypes().length;
    Object[] arguments = new Object[taken];
    System.arraycopy(all, 0, arguments, 0, taken);
    Throwable made = (Throwable) newInstance(constructor, arguments);
    if (made.getCause() == null) {
      try {
        made.initCause(cause);
      } catch (IllegalStateException noCauseWanted) {
        // its constructor has fixed the cause to none
      }
    }
    return made;
  }

  private static Object newInstance(Constructor<?> constructor, Object[] arguments)
      throws ReflectiveOperationException {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw failed("constructor", e.getCause() == null ? e : e.getCause());
    }
  }

  /**
   * Initialized apart from the loading: what the application's own code throws is another thing.
   */
  private static Class<?> load(String className, @Nullable ClassLoader loader)
      throws ClassNotFoundException {
    Class<?> type = find(className, loader);
    try {
      return Privileged.load(className, true, Privileged.get(type::getClassLoader));
    } catch (ExceptionInInitializerError e) {
      throw failed("static initializer", e.getCause() == null ? e : e.getCause());
    } catch (NoClassDefFoundError failedBefore) {
      throw failedBefore;
    } catch (Error e) {
      throw failed("static initializer", e);
    }
  }

  /** Tells the class only: what the application says may be a secret. */
  private static IllegalStateException failed(String part, Throwable thrown) {
    if (ThreadFailure.isDeath(thrown)) {
      throw (Error) thrown;
    }
    return new IllegalStateException("its " + part + " throws " + thrown.getClass().getName());
  }

  private static Class<?> find(String className, @Nullable ClassLoader loader)
      throws ClassNotFoundException {
    try {
      return Privileged.load(className, false, loader);
    } catch (ClassNotFoundException e) {
      // a limited class of the JDK sees none of the application's
      ClassLoader ofThread = Privileged.get(Thread.currentThread()::getContextClassLoader);
      return Privileged.load(className, false, ofThread);
    }
  }

  private Constructor<?> find(Class<?> type) {
    if (!Throwable.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(type.getName() + " is not an exception");
    }
    if (Modifier.isAbstract(type.getModifiers())) {
      throw new IllegalArgumentException(type.getName() + " is abstract");
    }
    for (Class<?>[] signature : SIGNATURES) {
      try {
        Constructor<?> constructor = type.getDeclaredConstructor(signature);
        opener.open(type);
        constructor.setAccessible(true);
        return constructor;
      } catch (NoSuchMethodException next) {
        // the next signature
      }
    }
    throw new IllegalArgumentException(
        type.getName() + " has no constructor (String, Throwable), (String) or ()");
  }
}
