package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.testing.ProxiedRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** 200 threads share two connections. */
class RedisStoreLoadTest extends ProxiedRedis {
  private static final int THREADS = 200;
  private static final int CALLS = 20;

  @Test
  void threadsOnFewConnections_areAllAnsweredAndTheLimitHolds() throws InterruptedException {
    List<Claim> claims = claim("user:1", 1_000);
    try (RedisStore store = Stores.start(Stores.patient(server.uri()));
        Jedis client = Stores.client(server.port())) {
      Outcome outcome = run(store, claims);

      assertThat(outcome.allowed).hasValue(1_000);
      assertThat(outcome.denied).hasValue(THREADS * CALLS - 1_000);
      assertThat(outcome.failed).hasValue(0);
      assertThat(ownConnections(client)).isBetween(1L, 2L);
    }
  }

  @Test
  void slowLink_batchesCarryAllCallersWithinTheDeadline() throws InterruptedException {
    List<Claim> claims = claim("user:1", 10_000);
    // with 10 ms for each exchange, one connection for each call could not carry 200 threads
    RedisOptions.Builder options =
        Stores.patient(proxy.uri()).deadline(Duration.ofSeconds(1)).connections(1);
    try (RedisStore store = Stores.start(options);
        Jedis client = Stores.client(server.port())) {
      assertThat(isAllowed(store, claims)).isTrue();
      proxy.delay(Duration.ofMillis(10));

      Outcome outcome = run(store, claims);

      assertThat(outcome.allowed).hasValue(THREADS * CALLS);
      assertThat(Stores.tokens(client, "user:1")).isEqualTo(10_000 - 1 - THREADS * CALLS);
      assertThat(Stores.calls(client, "evalsha")).isLessThan(THREADS * CALLS / 10);
    }
  }

  @Test
  void tooSlowLink_callsFailWithinTheDeadlineAndNoneIsChargedTwice() throws InterruptedException {
    List<Claim> claims = claim("user:1", 10_000);
    RedisOptions.Builder options = Stores.patient(proxy.uri()).deadline(Duration.ofMillis(100));
    try (RedisStore store = Stores.start(options);
        Jedis client = Stores.client(server.port())) {
      assertThat(isAllowed(store, claims)).isTrue();
      proxy.delay(Duration.ofMillis(95));

      Outcome outcome = run(store, claims);

      assertThat(outcome.allowed.get() + outcome.failed.get()).isEqualTo(THREADS * CALLS);
      assertThat(outcome.failed.get()).isPositive();
      // a call that failed may have been charged, and none twice
      long charged = 10_000 - Stores.tokens(client, "user:1") - 1;
      assertThat(charged)
          .isBetween(
              (long) outcome.allowed.get(), (long) outcome.allowed.get() + outcome.failed.get());
      assertThat(outcome.percentile(0.99)).isLessThan(Duration.ofMillis(100 + 400));
    }
  }

  @Test
  void serverStopped_noPileUpAndNoStormOnRecovery() throws InterruptedException {
    List<Claim> claims = claim("user:1", 10_000);
    RedisOptions.Builder options =
        RedisOptions.builder(proxy.uri())
            .deadline(Duration.ofMillis(50))
            .firstCallWait(Stores.PATIENT);
    try (RedisStore store = Stores.start(options);
        Jedis client = Stores.client(server.port())) {
      assertThat(isAllowed(store, claims)).isTrue();
      server.pause();

      Outcome outcome = run(store, claims);

      assertThat(outcome.allowed).hasValue(0);
      assertThat(outcome.failed).hasValue(THREADS * CALLS);
      assertThat(outcome.percentile(0.99)).isLessThan(Duration.ofMillis(50 + 400));
      assertThat(proxy.accepted()).isLessThan(20);
      server.resume();
      await().atMost(Duration.ofSeconds(10)).until(() -> isAllowed(store, claims));
      int before = proxy.accepted();
      Outcome recovered = run(store, claims);
      assertThat(recovered.allowed.get()).isPositive();
      // one that missed a deadline on a busy machine is opened anew
      await().untilAsserted(() -> assertThat(ownConnections(client)).isBetween(1L, 2L));
      assertThat(proxy.accepted() - before).isLessThan(THREADS);
    }
  }

  private static long ownConnections(Jedis client) {
    return client
        .clientList()
        .lines()
        .filter(line -> line.contains("name=ratelimit-agent"))
        .count();
  }

  private static Outcome run(RedisStore store, List<Claim> claims) throws InterruptedException {
    Outcome outcome = new Outcome();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int first = i * CALLS;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException e) {
                  return;
                }
                for (int call = 0; call < CALLS; call++) {
                  outcome.record(first + call, store, claims);
                }
              });
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    System.err.println("200 threads: " + outcome);
    return outcome;
  }

  private static final class Outcome {
    final AtomicInteger allowed = new AtomicInteger();
    final AtomicInteger denied = new AtomicInteger();
    final AtomicInteger failed = new AtomicInteger();
    private final long[] nanos = new long[THREADS * CALLS];

    void record(int index, RedisStore store, List<Claim> claims) {
      long start = System.nanoTime();
      Object answer = tryAcquire(store, claims);
      nanos[index] = System.nanoTime() - start;
      if (answer instanceof Decision decision) {
        (decision.isAllowed() ? allowed : denied).incrementAndGet();
      } else {
        failed.incrementAndGet();
      }
    }

    Duration percentile(double part) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return Duration.ofNanos(sorted[(int) Math.min(sorted.length - 1, part * sorted.length)]);
    }

    @Override
    public String toString() {
      return String.format(
          "%s allowed, %s denied, %s failed; ms p50 %d, p99 %d, most %d",
          allowed,
          denied,
          failed,
          percentile(0.5).toMillis(),
          percentile(0.99).toMillis(),
          percentile(1).toMillis());
    }
  }
}
