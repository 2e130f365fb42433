package io.github.ratelimitagent.store.redis;

/** How the servers of a Redis belong together. */
enum RedisKind {
  /** One server. */
  STANDALONE(6379),
  /** A master with replicas; sentinels know which of them it is. */
  SENTINEL(26379),
  /** Several masters, each with a part of the keys. */
  CLUSTER(6379);

  private final int defaultPort;

  RedisKind(int defaultPort) {
    this.defaultPort = defaultPort;
  }

  /** The port of an address that names none. */
  int defaultPort() {
    return defaultPort;
  }
}
