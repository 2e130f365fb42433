package io.github.ratelimitagent.testapp.demo;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the agent's script needs of a server. */
final class RedisVersion {
  private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

  private RedisVersion() {}

  /** Whether a server of that version is known to be older than 6.2. */
  static boolean tooOld(String version) {
    Matcher numbers = MAJOR_MINOR.matcher(version);
    if (!numbers.matches()) {
      return false;
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    return major < 6 || (major == 6 && minor < 2);
  }
}
