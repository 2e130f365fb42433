package io.github.ratelimitagent.store.redis;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis is and how it is used. Immutable. No text that it makes holds the user or the
 * password.
 */
public final class RedisOptions {
  private final RedisUri uri;
  private final String keyPrefix;
  private final Duration deadline;
  private final Duration firstCallWait;
  private final Duration connectTimeout;
  private final int connections;
  private final String clientName;

  private RedisOptions(Builder builder) {
    this.uri = builder.uri;
    this.keyPrefix = builder.keyPrefix;
    this.deadline = builder.deadline;
    this.firstCallWait = builder.firstCallWait;
    this.connectTimeout = builder.connectTimeout;
    this.connections = builder.connections;
    this.clientName = builder.clientName;
  }

  /**
   * Options for the Redis at {@code redis://[[user]:password@]host[:port][/database]}; user and
   * password percent-encoded.
   *
   * @throws IllegalArgumentException with what is wrong, without the credentials
   */
  public static Builder builder(String uri) {
    return new Builder(uri);
  }

  String host() {
    return uri.host;
  }

  int port() {
    return uri.port;
  }

  int database() {
    return uri.database;
  }

  @Nullable String user() {
    return uri.user;
  }

  @Nullable String password() {
    return uri.password;
  }

  String keyPrefix() {
    return keyPrefix;
  }

  Duration deadline() {
    return deadline;
  }

  Duration firstCallWait() {
    return firstCallWait;
  }

  Duration connectTimeout() {
    return connectTimeout;
  }

  int connections() {
    return connections;
  }

  String clientName() {
    return clientName;
  }

  /** Host and port, as messages name the server. */
  public String address() {
    return (uri.host.indexOf(':') >= 0 ? "[" + uri.host + "]" : uri.host) + ":" + uri.port;
  }

  /** What the server says, unless it quotes the user or the password: then its first word. */
  String withoutSecrets(String message) {
    return contains(message, uri.user) || contains(message, uri.password)
        ? message.split(" ", 2)[0]
        : message;
  }

  private static boolean contains(String message, @Nullable String secret) {
    return secret != null && !secret.isEmpty() && message.contains(secret);
  }

  @Override
  public String toString() {
    return RedisUri.SCHEME + address() + (uri.database == 0 ? "" : "/" + uri.database);
  }

  /** Collects options. Not safe for use by several threads. */
  public static final class Builder {
    private final RedisUri uri;
    private String keyPrefix = "ratelimit:";
    private Duration deadline = Duration.ofMillis(50);
    private Duration firstCallWait = Duration.ofSeconds(2);
    private Duration connectTimeout = Duration.ofSeconds(1);
    private int connections = 8;
    private String clientName = "ratelimit-agent";

    private Builder(String uri) {
      this.uri = RedisUri.parse(uri);
    }

    /** What stands before every key; {@code ratelimit:} by default. */
    public Builder keyPrefix(String prefix) {
      this.keyPrefix = prefix;
      return this;
    }

    /** How long one acquire may take in all; 50 ms by default. */
    public Builder deadline(Duration total) {
      this.deadline = positive(total, "deadline");
      return this;
    }

    /** How long the first calls may wait until a connection is there or has failed; 2 s. */
    public Builder firstCallWait(Duration wait) {
      if (wait.isNegative()) {
        throw new IllegalArgumentException("first-call-wait is negative");
      }
      this.firstCallWait = wait;
      return this;
    }

    /** How long opening one connection may take, script included; 1 s by default. */
    public Builder connectTimeout(Duration timeout) {
      this.connectTimeout = positive(timeout, "connect timeout");
      return this;
    }

    /** The most connections; 8 by default. */
    public Builder connections(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("at least one connection is needed, not " + most);
      }
      this.connections = most;
      return this;
    }

    /** The connections' name in {@code CLIENT LIST}, without spaces; {@code ratelimit-agent}. */
    public Builder clientName(String name) {
      if (!name.matches("[!-~]+")) {
        throw new IllegalArgumentException("a client name has no spaces, and only ASCII");
      }
      this.clientName = name;
      return this;
    }

    public RedisOptions build() {
      return new RedisOptions(this);
    }

    private static Duration positive(Duration duration, String name) {
      if (duration.isNegative() || duration.isZero()) {
        throw new IllegalArgumentException(name + " must be more than 0");
      }
      return duration;
    }
  }
}
