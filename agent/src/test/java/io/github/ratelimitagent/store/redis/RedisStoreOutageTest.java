package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.ProxiedRedis;
import io.github.ratelimitagent.testing.RecordedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** What a call sees when the server or the way to it fails, and that it recovers by itself. */
class RedisStoreOutageTest extends ProxiedRedis {
  /** The deadline is 100 ms; what is above it is for a busy machine. */
  private static final Duration IN_TIME = Duration.ofMillis(600);

  private final List<Claim> claims = claim("user:1", 1_000);

  @Test
  void serverKilled_callsFailFastAndRecover() {
    try (RedisStore store = Stores.start(Stores.quick(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      server.kill();
      assertUnavailableInTime(store);
      await().until(() -> message(store).contains("refused"));
      long start = System.nanoTime();
      for (int i = 0; i < 1_000; i++) {
        assertThat(tryAcquire(store, claims)).isInstanceOf(StoreException.class);
      }
      // a dead server costs microseconds: waiting for the deadline each time would take 100 s
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));

      server.restart();
      await().atMost(Duration.ofSeconds(10)).until(() -> isAllowed(store, claims));
    }
  }

  @Test
  void serverRestartedEmptyWhileIdle_isTransparent() {
    try (RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(remaining(store)).isEqualTo(999);

      server.restart();
      await()
          .untilAsserted(
              () -> {
                try (Jedis client = Stores.client(server.port())) {
                  assertThat(client.clientList()).contains("name=ratelimit-agent");
                }
              });

      assertThat(remaining(store)).isEqualTo(999);
    }
  }

  @Test
  void serverStopped_callsEndAtTheDeadlineAndRecover() {
    try (RedisStore store = Stores.start(Stores.quick(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      server.pause();
      for (int i = 0; i < 20; i++) {
        assertUnavailableInTime(store);
      }
      server.resume();

      await().atMost(Duration.ofSeconds(10)).until(() -> isAllowed(store, claims));
    }
  }

  @Test
  void blackHole_callsEndAtTheDeadlineAndRecover() {
    try (RedisStore store = Stores.start(Stores.quick(proxy.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      proxy.blackHole();
      for (int i = 0; i < 20; i++) {
        assertUnavailableInTime(store);
      }
      // one attempt at a time, and none without the last one having failed
      assertThat(proxy.accepted()).isLessThan(20);
      proxy.pass();

      await().atMost(Duration.ofSeconds(10)).until(() -> isAllowed(store, claims));
    }
  }

  @Test
  void repliesTrickle_callEndsAtTheDeadline() {
    try (RedisStore store = Stores.start(Stores.quick(proxy.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      proxy.trickle(Duration.ofMillis(40));

      assertUnavailableInTime(store);
    }
  }

  @Test
  void repliesLate_connectionIsNotUsedAgain() {
    try (RedisStore store = Stores.start(Stores.quick(proxy.uri()))) {
      assertThat(remaining(store)).isEqualTo(999);

      proxy.delay(Duration.ofMillis(300));
      assertUnavailableInTime(store);
      proxy.pass();

      // the reply to the late call is one permit behind and must not be taken for the next one's
      await()
          .untilAsserted(() -> assertThat(tryAcquire(store, claims)).isInstanceOf(Decision.class));
      assertThat(proxy.accepted()).isEqualTo(2);
      assertThat(remaining(store)).isEqualTo(996);
    }
  }

  @Test
  void rateLimitRedis252_replyLostAfterTheScriptRan_chargedOnce() {
    try (RedisStore store = Stores.start(Stores.patient(proxy.uri()));
        Jedis client = Stores.client(server.port())) {
      assertThat(remaining(store)).isEqualTo(999);
      client.configResetStat();

      proxy.cutReplies();
      assertThat(message(store)).contains("lost");
      assertThat(Stores.calls(client, "evalsha") + Stores.calls(client, "eval")).isEqualTo(1);
      proxy.pass();

      assertThat(Stores.tokens(client, "user:1")).isEqualTo(998);
    }
  }

  @Test
  void rateLimitRedis252_replyToNoscriptReplayLost_chargedOnce() {
    RedisOptions.Builder options = Stores.patient(proxy.uri()).deadline(Duration.ofMillis(1_000));
    try (RedisStore store = Stores.start(options);
        Jedis client = Stores.client(server.port())) {
      assertThat(remaining(store)).isEqualTo(999);
      client.scriptFlush();

      // the NOSCRIPT reply and the reply of the replay both come late, together past the deadline
      proxy.delay(Duration.ofMillis(700));
      assertThat(message(store)).contains("no answer");
      proxy.pass();

      await().until(() -> Stores.tokens(client, "user:1") == 998);
      await().during(Duration.ofMillis(200)).until(() -> Stores.tokens(client, "user:1") == 998);
    }
  }

  @Test
  void connectionReset_failsAtOnceAndRecovers() {
    try (RedisStore store = Stores.start(Stores.patient(proxy.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      proxy.reset();
      assertThat(tryAcquire(store, claims)).isInstanceOf(StoreException.class);
      await().untilAsserted(() -> assertThat(message(store)).contains("not connected to Redis"));
      proxy.pass();

      await().atMost(Duration.ofSeconds(10)).until(() -> isAllowed(store, claims));
    }
  }

  @Test
  void serverAway_firstCallFailsWithTheFirstAttempt() {
    server.kill();
    RecordedLog log = new RecordedLog();
    try (RedisStore store = Stores.start(Stores.quick(server.uri()), log)) {
      long start = System.nanoTime();

      assertThat(message(store)).contains("127.0.0.1:" + server.port(), "refused");

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
      assertThat(store.awaitFirstConnection(Duration.ofMillis(300))).isFalse();
      assertThat(store.lastConnectionFailure()).contains("127.0.0.1:" + server.port(), "refused");
      await().until(() -> !log.lines().isEmpty());
      server.restart();
      assertThat(store.awaitFirstConnection(Duration.ofSeconds(10))).isTrue();
      await().until(() -> log.lines().size() == 2);
      assertThat(log.lines().get(0)).startsWith("WARN ").contains("cannot be used", "refused");
      assertThat(log.lines().get(1)).startsWith("WARN ").contains("can be used again");
    }
  }

  @Test
  void firstAttemptHangs_firstCallsWaitTogetherNotInTurn() throws Exception {
    proxy.blackHole();
    RedisOptions.Builder options =
        RedisOptions.builder(proxy.uri())
            .firstCallWait(Duration.ofMillis(400))
            .connectTimeout(Duration.ofSeconds(30))
            .deadline(Duration.ofMillis(50));
    try (RedisStore store = Stores.start(options)) {
      AtomicReference<Object> other = new AtomicReference<>();
      Thread thread = new Thread(() -> other.set(tryAcquire(store, claims)));
      thread.start();
      long start = System.nanoTime();
      assertThat(message(store)).contains("in time");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(300));
      thread.join(5_000);
      assertThat(other.get()).isInstanceOf(StoreException.class);

      start = System.nanoTime();
      assertThat(message(store)).contains("in time");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(350));
    }
  }

  private void assertUnavailableInTime(RedisStore store) {
    long start = System.nanoTime();
    Object answer = tryAcquire(store, claims);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(answer).isInstanceOf(StoreException.class);
    assertThat(((StoreException) answer).kind()).isEqualTo(StoreException.Kind.UNAVAILABLE);
    assertThat(took).isLessThan(IN_TIME);
  }

  private String message(RedisStore store) {
    return String.valueOf(tryAcquire(store, claims));
  }

  private long remaining(RedisStore store) {
    return ((Decision) tryAcquire(store, claims)).remaining();
  }
}
