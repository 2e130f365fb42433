package io.github.ratelimitagent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Predicate;

/**
 * An application as it was deployed just now: a loader of its own that defines the applications'
 * classes of these tests anew, so that they are woven.
 */
public class App extends ClassLoader {
  private final Predicate<String> hidesFile;

  /** One that gives every class file away. */
  public App() {
    this(name -> false);
  }

  /** One that does not give the class files of some of its classes away. */
  App(Predicate<String> hidesFile) {
    super(App.class.getClassLoader());
    this.hidesFile = hidesFile;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      if (!isOfApplication(name)) {
        return super.loadClass(name, resolve);
      }
      byte[] classFile = read(name);
      return defineClass(name, classFile, 0, classFile.length);
    }
  }

  private static boolean isOfApplication(String name) {
    return name.startsWith("com.acme.")
        || name.startsWith("kotlin.")
        || name.startsWith("reactor.");
  }

  private byte[] read(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  public InputStream getResourceAsStream(String resource) {
    return hidesFile.test(resource.replace(".class", "").replace('/', '.'))
        ? null
        : super.getResourceAsStream(resource);
  }

  /** Calls the constructor that takes these arguments. */
  public Object create(String className, Object... arguments) throws Throwable {
    for (Constructor<?> constructor : loadClass(className).getDeclaredConstructors()) {
      if (takes(constructor, arguments)) {
        constructor.setAccessible(true);
        return unwrapped(() -> constructor.newInstance(arguments));
      }
    }
    throw new NoSuchMethodException(className);
  }

  /** Calls a method of an object of this application, as the application would. */
  public static Object call(Object self, String method, Object... arguments) throws Throwable {
    return call(self.getClass(), self, method, arguments);
  }

  /** Calls a static method of a class of this application. */
  public Object callStatic(String className, String method, Object... arguments) throws Throwable {
    return callStatic(loadClass(className), method, arguments);
  }

  static Object callStatic(Class<?> type, String method, Object... arguments) throws Throwable {
    return call(type, null, method, arguments);
  }

  private static Object call(Class<?> type, Object self, String name, Object... arguments)
      throws Throwable {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name) && takes(method, arguments)) {
        return unwrapped(() -> method.invoke(self, arguments));
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }

  private static boolean takes(Executable executable, Object[] arguments) {
    Class<?>[] wanted = executable.getParameterTypes();
    if (wanted.length != arguments.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      boolean fits =
          wanted[i].isPrimitive()
              ? arguments[i] != null
                  && java.lang.invoke.MethodType.methodType(wanted[i]).wrap().returnType()
                      == arguments[i].getClass()
              : arguments[i] == null || wanted[i].isInstance(arguments[i]);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static Object unwrapped(Invocation invocation) throws Throwable {
    try {
      return invocation.run();
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private interface Invocation {
    Object run() throws Exception;
  }
}
