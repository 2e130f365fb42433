package io.github.ratelimitagent.launch;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether the JVM is not to start when the agent cannot do its work. */
final class Strict {
  static final String PROPERTY = "ratelimit.strict";

  private Strict() {}

  static boolean isOn() {
    try {
      return isOn(System.getProperty(PROPERTY));
    } catch (SecurityException e) {
      // a policy that does not let the agent do anything: it does not start, and the JVM does
      return false;
    }
  }

  /** Anything but a clear no is a yes: who sets it would rather not start than run unlimited. */
  static boolean isOn(@Nullable String value) {
    if (value == null) {
      return false;
    }
    switch (value.trim().toLowerCase(Locale.ROOT)) {
      case "false":
      case "no":
      case "off":
        return false;
      default:
        return true;
    }
  }
}
