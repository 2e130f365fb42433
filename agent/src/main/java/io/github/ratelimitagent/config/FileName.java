package io.github.ratelimitagent.config;

import java.io.File;
import java.util.regex.Pattern;

/**
 * The name of a file as somebody gave it. An address of Redis in its place holds a password, which
 * no message about a missing file may tell.
 */
final class FileName {
  private static final Pattern ADDRESS =
      Pattern.compile("(?i)\\s*(?:[a-z][a-z0-9+.-]*://|rediss?(?:\\+[a-z]+)?:).*", Pattern.DOTALL);
  private static final Pattern LOGIN = Pattern.compile("[^/\\\\]*:.*@.*", Pattern.DOTALL);

  private FileName() {}

  /** A name that looks like a login and a host is one, unless there is such a file. */
  static boolean isAddress(String given) {
    return ADDRESS.matcher(given).matches()
        || (LOGIN.matcher(given).matches() && !new File(given).exists());
  }
}
