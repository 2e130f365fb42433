package io.github.ratelimitagent.benchmark.redis;

import redis.clients.jedis.RedisClient;

/** A round trip that asks for nothing: what an acquire costs at least that asks the server. */
final class Ping implements Contender {
  @Override
  public String name() {
    return YARDSTICK;
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public Session open(String uri, String prefix, Scenario scenario) {
    RedisClient client = JedisClients.open(uri);
    return new Session() {
      @Override
      public boolean acquire(int bucket) {
        return client.ping().equals("PONG") == scenario.full();
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }
}
