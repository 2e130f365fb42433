package io.github.ratelimitagent.store.redis;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the address of a Redis. Immutable.
 *
 * <pre>
 * redis://[[user]:password@]host[:port][/database]
 * redis+sentinel://[[user]:password@]sentinel[:port][,sentinel[:port]...]/master[/database]
 * redis+cluster://[[user]:password@]node[:port][,node[:port]...]
 * </pre>
 *
 * with {@code rediss} for TLS.
 *
 * <p>Not {@link java.net.URI}: that finds no host in {@code redis://my_redis:6379}, and its
 * messages quote the text, password included.
 */
final class RedisUri {
  private static final Pattern SCHEME = Pattern.compile("(rediss?)(\\+sentinel|\\+cluster)?://");
  private static final Pattern SLASH = Pattern.compile("/");
  private static final Pattern COMMA = Pattern.compile(",");

  final RedisKind kind;
  final boolean tls;
  final List<HostPort> nodes;
  final @Nullable String master;
  final int database;
  final @Nullable String user;
  final @Nullable String password;

  private RedisUri(
      RedisKind kind,
      boolean tls,
      List<HostPort> nodes,
      @Nullable String master,
      int database,
      @Nullable String credentials) {
    this.kind = kind;
    this.tls = tls;
    this.nodes = nodes;
    this.master = master;
    this.database = database;
    this.user = user(credentials);
    this.password = password(credentials);
  }

  /**
   * Takes {@code uri} apart.
   *
   * @throws IllegalArgumentException with what is wrong, without quoting it
   */
  static RedisUri parse(String uri) {
    Matcher scheme = SCHEME.matcher(uri);
    if (!scheme.lookingAt()) {
      throw new IllegalArgumentException(
          "a Redis URI begins with redis://, redis+sentinel:// or redis+cluster://, or with"
              + " rediss for TLS");
    }
    RedisKind kind = kind(scheme.group(2));
    String rest = uri.substring(scheme.end());
    int at = rest.lastIndexOf('@');
    String credentials = at < 0 ? null : rest.substring(0, at);
    rest = rest.substring(at + 1);
    if (rest.indexOf('?') >= 0 || rest.indexOf('#') >= 0) {
      throw new IllegalArgumentException("a Redis URI has no parameters after ? or #");
    }
    String[] parts = SLASH.split(rest, -1);
    int databaseAt = kind == RedisKind.SENTINEL ? 2 : 1;
    return new RedisUri(
        kind,
        "rediss".equals(scheme.group(1)),
        nodes(parts[0], kind),
        kind == RedisKind.SENTINEL ? master(parts) : null,
        database(parts, databaseAt, kind),
        credentials);
  }

  private static RedisKind kind(@Nullable String suffix) {
    if (suffix == null) {
      return RedisKind.STANDALONE;
    }
    return suffix.equals("+sentinel") ? RedisKind.SENTINEL : RedisKind.CLUSTER;
  }

  private static List<HostPort> nodes(String text, RedisKind kind) {
    List<HostPort> nodes = new ArrayList<>();
    for (String node : COMMA.split(text, -1)) {
      nodes.add(hostPort(node, kind.defaultPort()));
    }
    if (kind == RedisKind.STANDALONE && nodes.size() > 1) {
      throw new IllegalArgumentException(
          "redis:// names one server; several are redis+sentinel:// or redis+cluster://");
    }
    return Collections.unmodifiableList(nodes);
  }

  private static HostPort hostPort(String address, int defaultPort) {
    int hostEnd = address.startsWith("[") ? address.indexOf(']') + 1 : address.indexOf(':');
    if (hostEnd < 0) {
      hostEnd = address.length();
    }
    return new HostPort(
        host(address.substring(0, hostEnd)), port(address.substring(hostEnd), defaultPort));
  }

  private static String master(String[] parts) {
    if (parts.length < 2 || parts[1].isEmpty()) {
      throw new IllegalArgumentException(
          "the name of the master is missing: redis+sentinel://sentinel:26379/mymaster");
    }
    return decode(parts[1]);
  }

  private static int database(String[] parts, int index, RedisKind kind) {
    if (parts.length > index + 1) {
      throw new IllegalArgumentException("a Redis URI ends with the number of the database");
    }
    int database =
        parts.length <= index || parts[index].isEmpty()
            ? 0
            : number(parts[index], 0, 1 << 20, "the database");
    if (database > 0 && kind == RedisKind.CLUSTER) {
      throw new IllegalArgumentException("a Redis Cluster has database 0 only");
    }
    return database;
  }

  private static String host(String text) {
    String host = text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
    if (host.isEmpty()) {
      throw new IllegalArgumentException("a host is missing: redis://host:6379");
    }
    return host;
  }

  private static int port(String text, int defaultPort) {
    if (text.isEmpty()) {
      return defaultPort;
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
