package io.github.ratelimitagent.store.redis;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the server says of itself in HELLO, which no ACL forbids, against what is needed. */
final class ServerCheck {
  private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\b.*");

  private ServerCheck() {}

  /** Why the server cannot be used, to be put after its name, or null. */
  static @Nullable String faultOf(@Nullable Map<String, Object> hello) {
    if (hello == null) {
      return null;
    }
    String version = String.valueOf(hello.get("version"));
    Matcher numbers = MAJOR_MINOR.matcher(version);
    if (numbers.matches()) {
      int major = Integer.parseInt(numbers.group(1));
      int minor = Integer.parseInt(numbers.group(2));
      if (major < 6 || (major == 6 && minor < 2)) {
        return "the server is version " + version + "; at least 6.2 is needed";
      }
    }
    if ("replica".equals(hello.get("role")) || "slave".equals(hello.get("role"))) {
      return "it is a replica (READONLY); the address must lead to the master";
    }
    if ("cluster".equals(hello.get("mode"))) {
      return "it is part of a Redis Cluster, which this version does not support";
    }
    return null;
  }
}
