package io.github.ratelimitagent.testapp.cases;

import java.net.URL;

/** Says which copy of each library an application sees beside the agent. */
public final class OwnLibraries {
  private static final String[] CLASSES = {
    "redis.clients.jedis.Jedis",
    "org.objectweb.asm.ClassReader",
    "com.google.gson.Gson",
    "org.slf4j.LoggerFactory",
    "com.typesafe.config.ConfigFactory",
    "picocli.CommandLine",
    "org.json.JSONObject",
    "io.github.ratelimitagent.limit.Dispatcher",
    "io.github.ratelimitagent.RateLimitExceededException",
  };

  private OwnLibraries() {}

  /** The limited method. */
  static void limited() {}

  /** Prints, for each class, the jar that it comes from, or "none"; then how many calls passed. */
  public static void main(String[] arguments) throws Throwable {
    for (String name : CLASSES) {
      String from;
      try {
        URL jar =
            Class.forName(name, false, OwnLibraries.class.getClassLoader())
                .getProtectionDomain()
                .getCodeSource()
                .getLocation();
        from = jar.getPath().substring(jar.getPath().lastIndexOf('/') + 1);
      } catch (ClassNotFoundException e) {
        from = "none";
      }
      System.out.println(name + "=" + from);
    }
    Calls.print("allowed", 20, OwnLibraries::limited);
  }
}
