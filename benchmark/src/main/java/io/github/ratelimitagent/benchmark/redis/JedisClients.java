package io.github.ratelimitagent.benchmark.redis;

import java.net.URI;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** The client that all but Redisson and the agent share: a Jedis pool of eight. */
final class JedisClients {
  private static final int CONNECTIONS = 8;

  private JedisClients() {}

  static RedisClient open(String uri) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxIdle(CONNECTIONS);
    pool.setMinIdle(CONNECTIONS);
    pool.setJmxEnabled(false);
    return RedisClient.builder().fromURI(URI.create(uri)).poolConfig(pool).build();
  }
}
