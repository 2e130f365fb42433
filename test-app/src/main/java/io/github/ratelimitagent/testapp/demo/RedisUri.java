package io.github.ratelimitagent.testapp.demo;

import java.net.URI;
import java.net.URISyntaxException;

/** The address of a Redis: {@code redis[s]://[user[:password]@]host[:port][/database]}. */
final class RedisUri {
  private static final int DEFAULT_PORT = 6379;

  final String source;
  final String host;
  final int port;
  final boolean tls;
  final String user;
  final String password;
  final int database;

  private RedisUri(String source, URI uri, int database) {
    this.source = source;
    this.host = uri.getHost();
    this.port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    this.tls = uri.getScheme().equals("rediss");
    String userInfo = uri.getUserInfo() == null ? "" : uri.getUserInfo();
    int colon = userInfo.indexOf(':');
    this.user = colon < 0 ? "" : userInfo.substring(0, colon);
    this.password = userInfo.substring(colon + 1);
    this.database = database;
  }

  static RedisUri local(int port) throws CannotRunException {
    return parse("redis://127.0.0.1:" + port);
  }

  static RedisUri parse(String source) throws CannotRunException {
    try {
      URI uri = new URI(source);
      String scheme = String.valueOf(uri.getScheme());
      if (uri.getHost() != null && (scheme.equals("redis") || scheme.equals("rediss"))) {
        String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
        return new RedisUri(source, uri, path.isEmpty() ? 0 : Integer.parseInt(path));
      }
    } catch (URISyntaxException | NumberFormatException wrong) {
      // said below
    }
    throw new CannotRunException(
        "not the address of a Redis: " + source + " (wanted: redis://host:port)");
  }

  /** Where it is, without what it takes to get in. */
  @Override
  public String toString() {
    String shownHost = host + ":" + port;
    return (tls ? "rediss://" : "redis://") + shownHost + (database == 0 ? "" : "/" + database);
  }
}
