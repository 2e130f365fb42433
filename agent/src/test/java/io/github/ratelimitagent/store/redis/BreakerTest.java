package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A server that fails is left alone, tried now and then, and used again. */
class BreakerTest {
  private final RedisProcess server = RedisProcess.start();
  private final List<Claim> claims = claim("user:1", 10_000);
  private final RecordedLog log = new RecordedLog();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void serverOutOfMemory_isAskedOnceASecondUntilItWorks() {
    try (RedisStore store = Stores.start(Stores.patient(server.uri()), log);
        Jedis client = Stores.client(server.port())) {
      assertThat(isAllowed(store, claims)).isTrue();
      client.configSet("maxmemory", "1");
      long before = Stores.calls(client, "evalsha");

      for (int i = 0; i < 1_000; i++) {
        assertThat(isAllowed(store, claims)).isFalse();
      }

      assertThat(tryAcquire(store, claims).toString()).contains("OOM");
      // five open it, and a thousand more calls take far less than a minute
      assertThat(Stores.calls(client, "evalsha") - before).isBetween(5L, 60L);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("cannot be used"))
          .singleElement()
          .asString()
          .contains("OOM");

      client.configSet("maxmemory", "0");
      await().until(() -> isAllowed(store, claims));
      await().until(() -> isAllowed(store, claims));
      assertThat(log.lines()).anyMatch(line -> line.contains("can be used again"));
    }
  }

  @Test
  void trialThatIsNeverDecided_doesNotKeepOthersFromTrying() {
    Breaker breaker = new Breaker();
    breaker.prepare(reason -> {}, () -> {});
    for (int i = 0; i < 5; i++) {
      assertThat(breaker.mayAsk()).isTrue();
      breaker.failed("broken");
    }
    assertThat(breaker.mayAsk()).isFalse();
    breaker.connected();
    assertThat(breaker.mayAsk()).as("the trial").isTrue();
    assertThat(breaker.mayAsk()).isFalse();

    breaker.endTrial(System.nanoTime() - TimeUnit.MINUTES.toNanos(1));
    breaker.connected();
    assertThat(breaker.mayAsk()).as("the trial is still in time").isFalse();
    breaker.endTrial(System.nanoTime());
    breaker.connected();
    assertThat(breaker.mayAsk()).isTrue();
    breaker.worked();
    breaker.endTrial(System.nanoTime());
    assertThat(breaker.mayAsk()).isTrue();
  }

  @Test
  void faultOfOneKey_doesNotConcernTheOthers() {
    try (RedisStore store = Stores.start(Stores.patient(server.uri()), log);
        Jedis client = Stores.client(server.port())) {
      client.set("ratelimit:user:2", "text");
      for (int i = 0; i < 100; i++) {
        assertThat(tryAcquire(store, claim("user:2", 10)).toString()).contains("WRONGTYPE");
      }
      assertThat(isAllowed(store, claims)).isTrue();
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void serverHangs_callsPayTheDeadlineOnlyUntilItIsLeftAlone() {
    try (RedisStore store = Stores.start(Stores.quick(server.uri()), log)) {
      assertThat(isAllowed(store, claims)).isTrue();

      server.pause();
      await().until(() -> !tryAcquire(store, claims).toString().contains("within 100 ms"));
      for (int i = 0; i < 10_000; i++) {
        assertThat(tryAcquire(store, claims).toString()).doesNotContain("within 100 ms");
      }

      server.resume();
      await().until(() -> isAllowed(store, claims));
    }
  }

  @Test
  void callersThatComeWithLittleTime_sayNothingOfTheServer() {
    try (RedisStore store = Stores.start(Stores.quick(server.uri()), log)) {
      assertThat(isAllowed(store, claims)).isTrue();

      server.pause();
      for (int i = 0; i < 20; i++) {
        assertThatThrownBy(() -> store.acquire(claims, TimeUnit.MILLISECONDS.toNanos(90)))
            .isInstanceOf(StoreException.class)
            .message()
            .doesNotContain("is not asked");
      }

      server.resume();
      await().until(() -> isAllowed(store, claims));
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void serverHangs_newConnectionsHangToo_isLeftAloneAfterFiveFailures() {
    RedisOptions.Builder options =
        Stores.quick(server.uri()).connectTimeout(Stores.PATIENT).connections(1);
    try (RedisStore store = Stores.start(options, log)) {
      assertThat(isAllowed(store, claims)).isTrue();

      server.pause();
      for (int i = 0; i < 5; i++) {
        assertThat(tryAcquire(store, claims).toString()).doesNotContain("is not asked");
      }
      assertThat(tryAcquire(store, claims).toString()).contains("is not asked");

      server.resume();
      await().until(() -> isAllowed(store, claims));
    }
  }
}
