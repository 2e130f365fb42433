package io.github.ratelimitagent.testapp.cases;

import java.lang.management.ManagementFactory;
import java.util.logging.LogManager;

/** An application that calls one method ten times and says how its JVM looks. */
public final class PlainApplication {
  private PlainApplication() {}

  /** The limited method. */
  static void limited() {}

  /** Prints how many calls passed; with the argument {@code jvm}, whose JVM services there are. */
  public static void main(String[] arguments) throws Throwable {
    Calls.print("allowed", 10, PlainApplication::limited);
    if (arguments.length > 0 && arguments[0].equals("jvm")) {
      System.out.println("logManager=" + LogManager.getLogManager().getClass().getSimpleName());
      System.out.println(
          "mbeanServer=" + ManagementFactory.getPlatformMBeanServer().getDefaultDomain());
      System.out.println("context=" + isOwn(Thread.currentThread().getContextClassLoader()));
    }
  }

  private static boolean isOwn(ClassLoader loader) {
    return loader == ClassLoader.getSystemClassLoader();
  }

  /** A log manager of the application. */
  public static class OwnLogManager extends LogManager {}

  /** Sets a default domain of its own. */
  public static class OwnServerBuilder extends javax.management.MBeanServerBuilder {
    @Override
    public javax.management.MBeanServer newMBeanServer(
        String defaultDomain,
        javax.management.MBeanServer outer,
        javax.management.MBeanServerDelegate delegate) {
      return super.newMBeanServer("own", outer, delegate);
    }
  }
}
