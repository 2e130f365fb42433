package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.testing.ProxiedRedis;
import io.github.ratelimitagent.testing.RecordedLog;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedisStoreConnectTest extends ProxiedRedis {

  @Test
  void connect_onceHoweverOftenItIsCalled() throws Exception {
    try (RedisStore store = store()) {
      store.connect();
      store.connect();
      assertThat(store.acquire(claim("user:1", 10)).isAllowed()).isTrue();
      assertThat(proxy.accepted()).isEqualTo(1);
    }
  }

  @Test
  void acquire_beforeConnect_waitsForIt() throws Exception {
    try (RedisStore store = store()) {
      FutureTask<Decision> answer = new FutureTask<>(() -> store.acquire(claim("user:1", 10)));
      Thread caller = new Thread(answer);
      caller.start();
      Awaitility.await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
      assertThat(proxy.accepted()).isZero();
      store.connect();
      assertThat(answer.get().isAllowed()).isTrue();
    }
  }

  @Test
  void connect_afterClose_doesNothing() throws Exception {
    RedisStore store = store();
    store.close();
    store.connect();
    Awaitility.await().until(() -> RedisStoreThreadsTest.agentThreads().isEmpty());
    assertThat(proxy.accepted()).isZero();
  }

  private RedisStore store() {
    return new RedisStore(
        Stores.patient(proxy.uri()).build(), new AgentThreads(), new RecordedLog());
  }
}
