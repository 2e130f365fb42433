package io.github.ratelimitagent.store.redis;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis is and how it is used. Immutable. No text that it makes holds the user or the
 * password.
 */
public final class RedisOptions {
  private static final String SCHEME = "redis://";
  private static final int DEFAULT_PORT = 6379;

  private final String host;
  private final int port;
  private final int database;
  private final @Nullable String user;
  private final @Nullable String password;
  private final String keyPrefix;
  private final Duration deadline;
  private final Duration firstCallWait;
  private final Duration connectTimeout;
  private final int connections;
  private final String clientName;

  private RedisOptions(Builder builder) {
    this.host = builder.host;
    this.port = builder.port;
    this.database = builder.database;
    this.user = builder.user;
    this.password = builder.password;
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
    return host;
  }

  int port() {
    return port;
  }

  int database() {
    return database;
  }

  @Nullable String user() {
    return user;
  }

  @Nullable String password() {
    return password;
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
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  @Override
  public String toString() {
    return SCHEME + address() + (database == 0 ? "" : "/" + database);
  }

  /** Collects options. Not safe for use by several threads. */
  public static final class Builder {
    private final String host;
    private final int port;
    private final int database;
    private final @Nullable String user;
    private final @Nullable String password;
    private String keyPrefix = "ratelimit:";
    private Duration deadline = Duration.ofMillis(50);
    private Duration firstCallWait = Duration.ofSeconds(2);
    private Duration connectTimeout = Duration.ofSeconds(1);
    private int connections = 8;
    private String clientName = "ratelimit-agent";

    // not java.net.URI: it finds no host in redis://my_redis:6379, and its messages quote the text
    private Builder(String uri) {
      if (!uri.startsWith(SCHEME)) {
        throw new IllegalArgumentException(
            uri.startsWith("rediss://")
                ? "TLS (rediss://) is not in this version"
                : "a Redis URI begins with redis://");
      }
      String rest = uri.substring(SCHEME.length());
      int at = rest.lastIndexOf('@');
      String credentials = at < 0 ? null : rest.substring(0, at);
      rest = rest.substring(at + 1);
      if (rest.indexOf('?') >= 0 || rest.indexOf('#') >= 0) {
        throw new IllegalArgumentException("a Redis URI has no parameters after ? or #");
      }
      int slash = rest.indexOf('/');
      String database = slash < 0 ? "" : rest.substring(slash + 1);
      String address = slash < 0 ? rest : rest.substring(0, slash);
      int hostEnd = address.startsWith("[") ? address.indexOf(']') + 1 : address.indexOf(':');
      if (hostEnd < 0) {
        hostEnd = address.length();
      }
      String port = address.substring(hostEnd);
      String host = address.substring(0, hostEnd);
      this.host = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      if (this.host.isEmpty()) {
        throw new IllegalArgumentException("a host is missing: redis://host:6379");
      }
      if (!port.isEmpty() && !port.startsWith(":")) {
        throw new IllegalArgumentException("the port of a Redis URI follows a colon");
      }
      this.port = port.isEmpty() ? DEFAULT_PORT : number(port.substring(1), 1, 65535, "the port");
      this.database = database.isEmpty() ? 0 : number(database, 0, 1 << 20, "the database");
      int colon = credentials == null ? -1 : credentials.indexOf(':');
      if (credentials == null) {
        this.user = null;
        this.password = null;
      } else if (colon < 0) {
        throw new IllegalArgumentException(
            "what stands before @ has no colon: write redis://:password@host"
                + " or redis://user:password@host");
      } else {
        this.user = colon == 0 ? null : decode(credentials.substring(0, colon));
        this.password = decode(credentials.substring(colon + 1));
      }
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

    private static int number(String text, int least, int most, String name) {
      if (text.matches("[0-9]{1,9}")) {
        int number = Integer.parseInt(text);
        if (number >= least && number <= most) {
          return number;
        }
      }
      // a password with an unescaped / or @ lands here, so the text is not repeated
      throw new IllegalArgumentException(
          name
              + " of a Redis URI is a number from "
              + least
              + " to "
              + most
              + " (in a user or password, write @ as %40, / as %2F, : as %3A)");
    }

    private static String decode(String text) {
      try {
        return URLDecoder.decode(text.replace("+", "%2B"), "UTF-8");
      } catch (IllegalArgumentException | UnsupportedEncodingException e) {
        throw new IllegalArgumentException(
            "the user or password of a Redis URI has a % that is not written as %25");
      }
    }
  }
}
