package io.github.ratelimitagent.config;

import org.jspecify.annotations.Nullable;

/** How to reach Redis and how long to wait for it. Immutable. */
public final class RedisSettings {
  private final String uri;
  private final @Nullable LoginSettings login;
  private final @Nullable LoginSettings sentinelLogin;
  private final @Nullable TlsSettings tls;
  private final String keyPrefix;
  private final long deadlineMicros;
  private final long firstCallWaitMicros;
  private final long connectTimeoutMillis;
  private final int connections;
  private final @Nullable String clientName;

  RedisSettings(
      String uri,
      @Nullable LoginSettings login,
      @Nullable LoginSettings sentinelLogin,
      @Nullable TlsSettings tls,
      String keyPrefix,
      long deadlineMicros,
      long firstCallWaitMicros,
      long connectTimeoutMillis,
      int connections,
      @Nullable String clientName) {
    this.uri = uri;
    this.login = login;
    this.sentinelLogin = sentinelLogin;
    this.tls = tls;
    this.keyPrefix = keyPrefix;
    this.deadlineMicros = deadlineMicros;
    this.firstCallWaitMicros = firstCallWaitMicros;
    this.connectTimeoutMillis = connectTimeoutMillis;
    this.connections = connections;
    this.clientName = clientName;
  }

  /** With its password if it has one: not for messages, {@link #toString} is. */
  public String uri() {
    return uri;
  }

  /** For the servers with the data; null when {@link #uri} has it, if there is any. */
  public @Nullable LoginSettings login() {
    return login;
  }

  /** For the sentinels; null for none. */
  public @Nullable LoginSettings sentinelLogin() {
    return sentinelLogin;
  }

  /** Null without TLS. */
  public @Nullable TlsSettings tls() {
    return tls;
  }

  /** Whether the servers are a Cluster, where a script runs in one slot only. */
  public boolean isCluster() {
    return uri.startsWith("redis+cluster:") || uri.startsWith("rediss+cluster:");
  }

  /** What every key begins with. */
  public String keyPrefix() {
    return keyPrefix;
  }

  /** The most time that one acquire may take, waiting for a connection included. */
  public long deadlineMicros() {
    return deadlineMicros;
  }

  /** How long, once, calls wait for the first connection. */
  public long firstCallWaitMicros() {
    return firstCallWaitMicros;
  }

  public long connectTimeoutMillis() {
    return connectTimeoutMillis;
  }

  /** The most connections at a time. */
  public int connections() {
    return connections;
  }

  /** The name that connections give to the server; null for the agent's own choice. */
  public @Nullable String clientName() {
    return clientName;
  }

  /** The address without user and password. */
  @Override
  public String toString() {
    return Shown.withoutUserInfo(uri);
  }
}
