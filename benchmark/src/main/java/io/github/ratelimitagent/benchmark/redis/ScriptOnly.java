package io.github.ratelimitagent.benchmark.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import redis.clients.jedis.RedisClient;

/** One call of a plain token bucket script, as an application would write it by hand. */
final class ScriptOnly implements Contender {
  private static final String SCRIPT =
      """
      local capacity, per_micro = tonumber(ARGV[1]), tonumber(ARGV[2])
      local time = redis.call('TIME')
      local now = time[1] * 1000000 + time[2]
      local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'micros')
      local tokens = tonumber(bucket[1]) or capacity
      local since = now - (tonumber(bucket[2]) or now)
      tokens = math.min(capacity, tokens + math.max(0, since) * per_micro)
      if tokens < 1 then return 0 end
      redis.call('HSET', KEYS[1], 'tokens', tokens - 1, 'micros', string.format('%.0f', now))
      redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / per_micro / 1000) + 1000)
      return 1
      """;

  @Override
  public String name() {
    return "one EVALSHA";
  }

  @Override
  public boolean isExact() {
    return false; // its floating point rounds, though little
  }

  @Override
  public Session open(String uri, String prefix, Scenario scenario) {
    RedisClient client = JedisClients.open(uri);
    List<byte[]> keys =
        Contender.keys(prefix, scenario.buckets()).stream().map(ScriptOnly::bytes).toList();
    byte[] sha1 = bytes(client.scriptLoad(SCRIPT, prefix));
    List<byte[]> figures =
        scenario.full()
            ? List.of(bytes(String.valueOf(Scenario.PLENTY)), bytes("1000"))
            : List.of(bytes("1"), bytes("0.00000000001"));
    return new Session() {
      @Override
      public boolean acquire(int bucket) {
        return client.evalsha(sha1, List.of(keys.get(bucket)), figures).equals(1L);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
