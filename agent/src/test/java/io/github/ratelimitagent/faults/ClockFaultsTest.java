package io.github.ratelimitagent.faults;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.store.redis.RedisOptions;
import io.github.ratelimitagent.store.redis.RedisStore;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/**
 * A server whose clock differs from the one that wrote the bucket, as after a failover: the same as
 * a bucket that was written at another time.
 */
class ClockFaultsTest {
  private static final long CAPACITY = 100;
  private static final long REFILL_PER_SECOND = 50;
  private static final Duration PATIENT = Duration.ofSeconds(10);

  private final BucketSpec spec = new BucketSpec(CAPACITY, REFILL_PER_SECOND, SECONDS.toMicros(1));
  private final List<Claim> claims =
      List.of(new Claim(Limit.builder("clock", spec).build(), "clock", spec, 1, 0));

  @ParameterizedTest
  @ValueSource(longs = {10, -10, 3_600, -3_600})
  void eventra6488_clockSteps_giveOneCapacityMoreAtMostAndNothingFreezes(long seconds)
      throws StoreException {
    try (RedisProcess server = RedisProcess.start();
        Jedis client = server.connect();
        RedisStore store =
            RedisStore.start(
                RedisOptions.builder(server.uri()).deadline(PATIENT).firstCallWait(PATIENT).build(),
                new AgentThreads(),
                new RecordedLog())) {
      long start = System.nanoTime();
      long granted = drain(store);

      step(client, seconds);
      granted += drain(store);
      await().atMost(PATIENT).until(() -> store.acquire(claims).isAllowed());
      granted += 1 + drain(store);

      double elapsed = (System.nanoTime() - start) / 1e9;
      double bound = 2 * CAPACITY + REFILL_PER_SECOND * elapsed;
      System.err.printf(
          Locale.ROOT, "clock %+d s: %d allowed, bound %.0f%n", seconds, granted, bound);
      assertThat((double) granted).isLessThanOrEqualTo(bound);
      assertThat(client.pttl("ratelimit:clock")).isPositive();
    }
  }

  /** Takes permits until there are none; how many there were. */
  private long drain(RedisStore store) throws StoreException {
    long granted = 0;
    for (Decision decision = store.acquire(claims);
        decision.isAllowed();
        decision = store.acquire(claims)) {
      granted++;
    }
    return granted;
  }

  /** Makes the server's clock be so much ahead of what it was. */
  private static void step(Jedis client, long seconds) {
    String written = client.hget("ratelimit:clock", "last_refill");
    long micros = Math.round(Double.parseDouble(written) * 1e6) - SECONDS.toMicros(seconds);
    client.hset(
        "ratelimit:clock",
        "last_refill",
        "%d.%06d".formatted(TimeUnit.MICROSECONDS.toSeconds(micros), micros % SECONDS.toMicros(1)));
  }
}
