package io.github.ratelimitagent.store.redis;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the server says of itself in HELLO, which no ACL forbids, against what is needed. */
final class ServerCheck {
  private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\b.*");

  private ServerCheck() {}

  /** Why the server cannot be used as the one with the data, to be put after its name, or null. */
  static @Nullable String faultOf(@Nullable Map<String, Object> hello, RedisKind kind) {
    if (hello == null) {
      return null;
    }
    String version = versionFault(hello);
    if (version != null) {
      return version;
    }
    if ("replica".equals(hello.get("role")) || "slave".equals(hello.get("role"))) {
      return "it is a replica (READONLY); the address must lead to the master";
    }
    return kindFault(hello, kind);
  }

  private static @Nullable String versionFault(Map<String, Object> hello) {
    String version = String.valueOf(hello.get("version"));
    Matcher numbers = MAJOR_MINOR.matcher(version);
    if (numbers.matches()) {
      int major = Integer.parseInt(numbers.group(1));
      int minor = Integer.parseInt(numbers.group(2));
      if (major < 6 || (major == 6 && minor < 2)) {
        return "the server is version " + version + "; at least 6.2 is needed";
      }
    }
    return null;
  }

  /** Why the server is not of this kind, or null. */
  static @Nullable String kindFault(@Nullable Map<String, Object> hello, RedisKind kind) {
    if (hello == null) {
      return null;
    }
    boolean cluster = "cluster".equals(hello.get("mode"));
    if (cluster && kind != RedisKind.CLUSTER) {
      return "it is part of a Redis Cluster; begin the address with redis+cluster://";
    }
    if (!cluster && kind == RedisKind.CLUSTER) {
      return "it is not part of a Redis Cluster; begin the address with redis://";
    }
    if ("sentinel".equals(hello.get("mode"))) {
      return "it is a sentinel; begin the address with redis+sentinel:// and end it with the name of"
          + " the master";
    }
    return null;
  }
}
