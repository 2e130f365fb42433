package io.github.ratelimitagent.testapp.cases;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Starts an OSGi framework, installs one bundle and calls a static method of it: {@code OsgiHost
 * STORAGE BUNDLE_URL CLASS METHOD}. By reflection, so that the framework is the test's concern.
 */
public final class OsgiHost {
  private OsgiHost() {}

  /** Prints which loader the class has and how many of ten calls passed. */
  public static void main(String[] arguments) throws Throwable {
    Class<?> factoryType = Class.forName("org.osgi.framework.launch.FrameworkFactory");
    Object factory = ServiceLoader.load(factoryType).iterator().next();
    Map<String, String> settings = new HashMap<>();
    settings.put("org.osgi.framework.storage", arguments[0]);
    settings.put("felix.log.level", "0");
    Object framework = factoryType.getMethod("newFramework", Map.class).invoke(factory, settings);
    Class<?> bundleType = Class.forName("org.osgi.framework.Bundle");
    bundleType.getMethod("start").invoke(framework);
    Object context = bundleType.getMethod("getBundleContext").invoke(framework);
    Object bundle =
        Class.forName("org.osgi.framework.BundleContext")
            .getMethod("installBundle", String.class)
            .invoke(context, arguments[1]);
    bundleType.getMethod("start").invoke(bundle);
    Class<?> service =
        (Class<?>) bundleType.getMethod("loadClass", String.class).invoke(bundle, arguments[2]);
    System.out.println(
        "own loader=" + (service.getClassLoader() != OsgiHost.class.getClassLoader()));
    Method method = service.getMethod(arguments[3]);
    Calls.print("allowed", 10, () -> invoke(method));
    bundleType.getMethod("stop").invoke(framework);
    Class.forName("org.osgi.framework.launch.Framework")
        .getMethod("waitForStop", long.class)
        .invoke(framework, 10_000L);
  }

  private static void invoke(Method method) throws Throwable {
    try {
      method.invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
