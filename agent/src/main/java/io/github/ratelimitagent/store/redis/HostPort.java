package io.github.ratelimitagent.store.redis;

import org.jspecify.annotations.Nullable;

/** Where a server listens. Immutable; equal when host and port are. */
final class HostPort {
  private final String host;
  private final int port;

  HostPort(String host, int port) {
    this.host = host;
    this.port = port;
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HostPort
        && port == ((HostPort) other).port
        && host.equals(((HostPort) other).host);
  }

  @Override
  public int hashCode() {
    return 31 * host.hashCode() + port;
  }

  /** As messages name the server. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
