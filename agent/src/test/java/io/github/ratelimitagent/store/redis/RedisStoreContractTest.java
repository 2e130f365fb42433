package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.store.ContendedStoreContract;
import io.github.ratelimitagent.testing.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The store as the agent uses it, on the server's own clock. */
final class RedisStoreContractTest extends ContendedStoreContract {
  private RedisStore store;

  @BeforeEach
  void start() {
    store = Stores.start(Stores.patient(TestRedis.uri()).keyPrefix(TestRedis.freshPrefix()));
  }

  @AfterEach
  void stop() {
    store.close();
  }

  @Override
  protected BucketStore store() {
    return store;
  }
}
