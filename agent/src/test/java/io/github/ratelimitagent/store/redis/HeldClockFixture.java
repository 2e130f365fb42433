package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.one;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.testing.TestRedis;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.RedisClient;

/** The script with its clock held, and one bucket, {@code a}, to look into and to write. */
abstract class HeldClockFixture {
  static final long SECOND = 1_000_000;

  static RedisClient redis;

  String prefix;
  HeldClock clock;
  ScriptStore store;

  @BeforeAll
  static void connect() {
    redis = RedisClient.create(TestRedis.uri());
  }

  @AfterAll
  static void disconnect() {
    redis.close();
  }

  @BeforeEach
  void newBuckets() {
    prefix = TestRedis.freshPrefix();
    clock = new HeldClock(redis, prefix);
    store = new ScriptStore(redis, clock.script(), prefix);
  }

  Decision acquire(BucketSpec spec, long permits) {
    return store.acquire(one("a", spec, permits));
  }

  Map<String, String> hash() {
    return redis.hgetAll(prefix + "a");
  }

  void write(String tokens, String lastRefill) {
    redis.hset(prefix + "a", Map.of("tokens", tokens, "last_refill", lastRefill));
  }

  void writeAhead(String tokens, long aheadMicros) {
    write(tokens, seconds(clock.nowMicros() + aheadMicros));
  }

  static String seconds(long micros) {
    return String.format("%d.%06d", micros / SECOND, micros % SECOND);
  }
}
