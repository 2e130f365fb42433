package io.github.ratelimitagent.store.redis;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import org.jspecify.annotations.Nullable;

/**
 * The parts of {@code redis://[[user]:password@]host[:port][/database]}. Immutable.
 *
 * <p>Not {@link java.net.URI}: that finds no host in {@code redis://my_redis:6379}, and its
 * messages quote the text, password included.
 */
final class RedisUri {
  static final String SCHEME = "redis://";
  private static final int DEFAULT_PORT = 6379;

  final String host;
  final int port;
  final int database;
  final @Nullable String user;
  final @Nullable String password;

  private RedisUri(
      String host, int port, int database, @Nullable String user, @Nullable String password) {
    this.host = host;
    this.port = port;
    this.database = database;
    this.user = user;
    this.password = password;
  }

  /**
   * Takes {@code uri} apart.
   *
   * @throws IllegalArgumentException with what is wrong, without quoting it
   */
  static RedisUri parse(String uri) {
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
    return new RedisUri(
        host(address.substring(0, hostEnd)),
        port(address.substring(hostEnd)),
        database.isEmpty() ? 0 : number(database, 0, 1 << 20, "the database"),
        user(credentials),
        password(credentials));
  }

  private static String host(String text) {
    String host = text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
    if (host.isEmpty()) {
      throw new IllegalArgumentException("a host is missing: redis://host:6379");
    }
    return host;
  }

  private static int port(String text) {
    if (text.isEmpty()) {
      return DEFAULT_PORT;
    }
    if (!text.startsWith(":")) {
      throw new IllegalArgumentException("the port of a Redis URI follows a colon");
    }
    return number(text.substring(1), 1, 65535, "the port");
  }

  private static @Nullable String user(@Nullable String credentials) {
    if (credentials == null) {
      return null;
    }
    int colon = credentials.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "what stands before @ has no colon: write redis://:password@host"
              + " or redis://user:password@host");
    }
    return colon == 0 ? null : decode(credentials.substring(0, colon));
  }

  private static @Nullable String password(@Nullable String credentials) {
    return credentials == null ? null : decode(credentials.substring(credentials.indexOf(':') + 1));
  }

  private static int number(String text, int least, int most, String name) {
    if (text.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    // a password with a plain / or @ lands here, so the text is not repeated
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
