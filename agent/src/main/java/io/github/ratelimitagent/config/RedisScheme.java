package io.github.ratelimitagent.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an address of Redis may begin with. */
enum RedisScheme {
  REDIS("redis"),
  REDISS("rediss"),
  REDIS_SENTINEL("redis+sentinel"),
  REDISS_SENTINEL("rediss+sentinel"),
  REDIS_CLUSTER("redis+cluster"),
  REDISS_CLUSTER("rediss+cluster");

  private final String text;

  RedisScheme(String text) {
    this.text = text;
  }

  /** Null when there is no such scheme. */
  static @Nullable RedisScheme of(String written) {
    for (RedisScheme scheme : values()) {
      if (scheme.text.equals(written)) {
        return scheme;
      }
    }
    return null;
  }

  /** What to write in place of a scheme that is none of these, such as other clients have. */
  static String insteadOf(String written) {
    String small = written.toLowerCase(Locale.ROOT);
    if (of(small) != null) {
      return "write " + small + ":// in small letters";
    }
    if (small.contains("sock") || small.contains("unix")) {
      return "unix sockets are not supported, because the JDK's have no time limit for reads; let"
          + " the server listen on loopback and write redis://localhost:6379";
    }
    boolean tls = small.contains("rediss") || small.contains("ssl") || small.contains("tls");
    if (small.contains("sentinel")) {
      return (tls ? REDISS_SENTINEL : REDIS_SENTINEL).example();
    }
    if (small.contains("cluster")) {
      return (tls ? REDISS_CLUSTER : REDIS_CLUSTER).example();
    }
    return (tls || small.equals("valkeys") ? REDISS : REDIS).example();
  }

  boolean isTls() {
    return this == REDISS || this == REDISS_SENTINEL || this == REDISS_CLUSTER;
  }

  boolean isSentinel() {
    return this == REDIS_SENTINEL || this == REDISS_SENTINEL;
  }

  boolean isCluster() {
    return this == REDIS_CLUSTER || this == REDISS_CLUSTER;
  }

  /** Whether it may name more than one host. */
  boolean isOfSeveral() {
    return isSentinel() || isCluster();
  }

  String example() {
    String servers = "localhost:6379";
    if (isSentinel()) {
      servers = "sentinel-1:26379,sentinel-2:26379/mymaster";
    } else if (isCluster()) {
      servers = "node-1:6379,node-2:6379";
    }
    return "write uri = \"" + text + "://" + servers + "\"";
  }

  /** What is wrong with what follows the servers, from the slash on; null if nothing. */
  @Nullable String pathProblem(String path) {
    if (isSentinel()) {
      if (!path.matches("/[^/]+(?:/.*)?")) {
        return "has no name of the master after the sentinels";
      }
      return path.matches("/[^/]+(?:/\\d{0,5})?")
          ? null
          : "has a part after the master that is not the number of a database, such as /0";
    }
    if (isCluster() && !path.matches("(?:/0?)?")) {
      return "has a path: a cluster has no databases to choose from";
    }
    return path.matches("(?:/\\d{0,5})?")
        ? null
        : "has a path that is not the number of a database, such as /0";
  }
}
