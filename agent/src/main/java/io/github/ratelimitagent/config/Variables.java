package io.github.ratelimitagent.config;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Warns of environment variables that look like settings of ours and are none: a variable counts
 * only where the file names it.
 */
final class Variables {
  private static final String PREFIX = "RATELIMIT_";

  /** Of our own tests, and what Kubernetes sets for a service of that name. */
  private static final Pattern OF_OTHERS =
      Pattern.compile(
          PREFIX
              + "(?:TEST_.*|(?:.*_)?SERVICE_HOST|(?:.*_)?SERVICE_PORT(?:_.*)?"
              + "|(?:.*_)?PORT(?:_\\d+_(?:TCP|UDP|SCTP)(?:_.*)?)?)");

  private Variables() {}

  static void check(Map<String, String> variables, Sources sources, Problems problems) {
    for (String name : new TreeMap<>(variables).keySet()) {
      if (name.startsWith(PREFIX)
          && !name.equals(ConfigFile.VARIABLE)
          && !OF_OTHERS.matcher(name).matches()
          && !isUsed(name, sources)) {
        problems.warn(
            Place.named("environment variable " + name), "unknown, has no effect", advice(name));
      }
    }
  }

  private static boolean isUsed(String name, Sources sources) {
    return !sources.placesOf(name + "}").isEmpty() || !sources.placesOf(name + "\"}").isEmpty();
  }

  private static String advice(String name) {
    String property = Overrides.propertyLike(name.toLowerCase(Locale.ROOT));
    if (property == null) {
      return "a variable counts where the file names it: field = ${?" + name + "}";
    }
    return Overrides.isSwitch(property)
        ? "write -D" + property
        : "write -D" + property + ", or in the file " + property + " = ${?" + name + "}";
  }
}
