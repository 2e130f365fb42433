package io.github.ratelimitagent.config;

import java.io.File;
import java.util.regex.Pattern;

/**
 * The name of a file as somebody gave it. An address of Redis in its place holds a password, which
 * no message about a missing file may tell.
 */
final class FileName {
  private FileName() {}

  /** A name that looks like a login and a host is one, unless there is such a file. */
  static boolean isAddress(String given) {
    // the common name first, without the work that the patterns are
    return given.indexOf(':') >= 0
        && (Address.SCHEME.matcher(given).matches()
            || (Address.LOGIN.matcher(given).matches() && !new File(given).exists()));
  }

  /** Made when a name has a colon only: they cost the start 5 ms. */
  private static final class Address {
    static final Pattern SCHEME =
        Pattern.compile(
            "(?i)\\s*(?:[a-z][a-z0-9+.-]*://|rediss?(?:\\+[a-z]+)?:).*", Pattern.DOTALL);
    static final Pattern LOGIN = Pattern.compile("[^/\\\\]*:.*@.*", Pattern.DOTALL);
  }
}
