package io.github.ratelimitagent.config;

import java.io.File;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the configuration is looked for. */
public final class ConfigFile {
  static final String PROPERTY = "ratelimit.config";
  static final String VARIABLE = "RATELIMIT_CONFIG";
  static final String BESIDE_JAR = "ratelimit.conf";

  private ConfigFile() {}

  /**
   * The file that the agent's argument names, else {@code -Dratelimit.config}, else {@code
   * RATELIMIT_CONFIG}, else {@code ratelimit.conf} beside the jar. The first that is given counts,
   * whether or not it exists: a misspelt name must not lead to another file.
   *
   * @param agentArgument what follows {@code =} after the jar's name
   * @param jar the agent's jar
   * @throws ConfigException when none is given and there is none beside the jar, with where it was
   *     looked for; or when what is given is an address
   */
  public static File find(
      @Nullable String agentArgument,
      File jar,
      Map<String, String> systemProperties,
      Map<String, String> environment)
      throws ConfigException {
    String property = systemProperties.get(PROPERTY);
    String variable = environment.get(VARIABLE);
    String[][] givenBy = {
      {agentArgument, "the argument"}, {property, "-D" + PROPERTY}, {variable, VARIABLE}
    };
    for (String[] each : givenBy) {
      String given = each[0];
      if (given != null && !given.trim().isEmpty()) {
        return file(given.trim(), each[1], jar);
      }
    }
    File beside = new File(jar.getAbsoluteFile().getParentFile(), BESIDE_JAR);
    if (beside.isFile()) {
      return beside;
    }
    throw new ConfigException(
        "the configuration",
        Collections.singletonList(
            new Problem(
                Place.named("no configuration"),
                "looked for a file named by\n"
                    + "the agent's argument: not given\n"
                    + "-D"
                    + PROPERTY
                    + ": not set\n"
                    + VARIABLE
                    + " in the environment: not set\n"
                    + beside.getPath()
                    + ": does not exist",
                advice(jar))),
        Collections.<String>emptyList());
  }

  private static File file(String given, String by, File jar) throws ConfigException {
    if (!FileName.isAddress(given)) {
      return new File(given);
    }
    throw new ConfigException(
        "the configuration",
        Collections.singletonList(
            new Problem(
                Place.named(by),
                "is an address (not shown, it may hold a password): wanted the name of a file, with"
                    + " the address in it as ratelimit.redis.uri",
                advice(jar))),
        Collections.<String>emptyList());
  }

  private static String advice(File jar) {
    return "write -javaagent:" + jar.getName() + "=limits.conf";
  }
}
