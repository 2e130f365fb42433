package io.github.ratelimitagent.instrument;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Classes that the gate needs before a thread can be known to be inside the agent, and those that
 * the JVM's own start needs after the agent's: a rejection there makes it abort.
 */
final class NeverWoven {
  private static final Set<String> NAMES =
      new HashSet<>(
          Arrays.asList(
              "java.lang.Object",
              "java.lang.String",
              "java.lang.Integer",
              "java.lang.Long",
              "java.lang.Short",
              "java.lang.Byte",
              "java.lang.Character",
              "java.lang.Boolean",
              "java.lang.Float",
              "java.lang.Double",
              "java.lang.Number",
              "java.lang.Thread",
              "java.lang.ThreadLocal",
              "java.lang.ThreadLocal$ThreadLocalMap",
              "java.lang.ThreadLocal$ThreadLocalMap$Entry",
              "java.lang.ref.Reference",
              "java.lang.ref.WeakReference",
              "java.lang.System",
              "java.util.Properties",
              "java.util.Hashtable"));

  private NeverWoven() {}

  static boolean contains(String className) {
    return NAMES.contains(className);
  }

  /** For a person. */
  static String reason(String className) {
    return className
        + " cannot be limited: the agent needs it to limit anything, or the JVM to start";
  }
}
