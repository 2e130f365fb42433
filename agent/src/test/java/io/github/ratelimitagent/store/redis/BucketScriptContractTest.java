package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.store.ExactClockContract;
import io.github.ratelimitagent.testing.TestRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.RedisClient;

/** The script in a real server, with its clock held. */
final class BucketScriptContractTest extends ExactClockContract {
  private static RedisClient redis;

  private HeldClock clock;
  private ScriptStore store;

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
    String prefix = TestRedis.freshPrefix();
    clock = new HeldClock(redis, prefix);
    store = new ScriptStore(redis, clock.script(), prefix);
  }

  @Override
  protected BucketStore store() {
    return store;
  }

  @Override
  protected void pass(long micros) {
    clock.pass(micros);
  }
}
