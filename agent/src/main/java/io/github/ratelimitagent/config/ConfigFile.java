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
   *     looked for
   */
  public static File find(
      @Nullable String agentArgument,
      File jar,
      Map<String, String> systemProperties,
      Map<String, String> environment)
      throws ConfigException {
    String property = systemProperties.get(PROPERTY);
    String variable = environment.get(VARIABLE);
    for (String given : new String[] {agentArgument, property, variable}) {
      if (given != null && !given.trim().isEmpty()) {
        return new File(given.trim());
      }
    }
    File beside = new File(jar.getAbsoluteFile().getParentFile(), BESIDE_JAR);
    if (beside.isFile()) {
      return beside;
    }
    throw new ConfigException(
        "ratelimit-agent",
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
                "write -javaagent:" + jar.getName() + "=limits.conf")),
        Collections.<String>emptyList());
  }
}
