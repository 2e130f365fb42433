package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Refill;
import io.github.ratelimitagent.testing.TestRedis;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.RedisClient;

/**
 * A client with floats ({@code float_client.lua}) and ours on one bucket.
 *
 * <p>The other client keeps its time in 14 digits, which are tenths of milliseconds: each of its
 * calls may date the hash up to 0.05 ms too early, so that the next call refills so much too much
 * (or too late: too little). The totals allow for that, and for nothing else.
 */
final class InteroperationTest {
  private static final double ROUNDING_SECONDS = 0.00005;

  private static RedisClient redis;

  private String prefix;
  private HeldClock clock;
  private String floatClient;

  @BeforeAll
  static void connect() {
    redis = RedisClient.create(TestRedis.uri());
  }

  @AfterAll
  static void disconnect() {
    redis.close();
  }

  @BeforeEach
  void newBucket() {
    prefix = TestRedis.freshPrefix();
    clock = new HeldClock(redis, prefix);
    floatClient = text();
  }

  private static String text() {
    try (InputStream in = InteroperationTest.class.getResourceAsStream("float_client.lua")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String withHeldClock() {
    String held =
        HeldClock.replaceOnce(
            floatClient,
            "redis.call('TIME')",
            "redis.call('HMGET', '" + clock.key() + "', 's', 'us')");
    return HeldClock.replaceOnce(held, "redis.call('EXPIRE', KEYS[1], ARGV[4])", "");
  }

  private long other(String script, BucketSpec spec, double perSecond, long permits) {
    List<String> args =
        List.of(
            String.valueOf(spec.capacity()),
            String.valueOf(perSecond),
            String.valueOf(permits),
            String.valueOf(spec.timeToFullMicros() / 1_000_000 + 2));
    return permits * (Long) redis.eval(script, List.of(prefix + "a"), args);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 5, 0.5",
    "10, 5, 0.1",
    "10, 5, 0.9",
    "3, 0.1, 0.5",
    "100, 1500, 0.5",
    "20, 0.9, 0.5",
    "1000000, 1000000, 0.5",
    "5, 0.011574074074074073, 0.5"
  })
  void alternating_anyOrder_neverMoreThanCapacityPlusRefillTimesTime(
      long capacity, double perSecond, double othersPart) {
    BucketSpec spec = BucketSpec.fit(capacity, Refill.parse(String.valueOf(perSecond)), 0, 1);
    ScriptStore ours = new ScriptStore(redis, clock.script(), prefix);
    String theirs = withHeldClock();
    Random random = new Random(capacity + (long) (100 * othersPart));
    long start = clock.nowMicros();
    long granted = 0;
    int otherCalls = 0;
    int perToken = (int) Math.max(4, spec.timeToFullMicros() / capacity);
    for (int i = 0; i < 4_000; i++) {
      clock.pass(random.nextInt(perToken));
      long permits = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
      if (random.nextDouble() < othersPart) {
        granted += other(theirs, spec, perSecond, permits);
        otherCalls++;
      } else if (ours.acquire(one("a", spec, permits)).isAllowed()) {
        granted += permits;
      }
    }

    double seconds = (clock.nowMicros() - start) / 1e6;
    double rounding = otherCalls * ROUNDING_SECONDS * perSecond;
    assertThat((double) granted).isLessThanOrEqualTo(capacity + seconds * perSecond + rounding);
    // the demand is above the refill: what is there is given out but for the last few tokens
    if (seconds * perSecond > 2 * capacity) {
      assertThat((double) granted).isGreaterThan(seconds * perSecond - rounding - 4);
    }
  }

  @Test
  void otherThenOurs_readsWhatTheOtherWrote() {
    BucketSpec spec = new BucketSpec(10, 5, 1_000_000);
    ScriptStore ours = new ScriptStore(redis, clock.script(), prefix);
    clock.set(1_780_000_000_000_000L);
    assertThat(other(withHeldClock(), spec, 5, 9)).isEqualTo(9);
    clock.pass(100_000);

    assertThat(ours.acquire(one("a", spec, 2)).retryAfterMicros()).isEqualTo(100_000);
    assertThat(ours.acquire(one("a", spec, 1)).remaining()).isZero();
  }

  @Test
  void oursThenOther_readsWhatWeWrote() {
    BucketSpec spec = new BucketSpec(10, 5, 1_000_000);
    ScriptStore ours = new ScriptStore(redis, clock.script(), prefix);
    ours.acquire(one("a", spec, 9));
    clock.pass(100_000);

    assertThat(other(withHeldClock(), spec, 5, 2)).isZero();
    assertThat(other(withHeldClock(), spec, 5, 1)).isEqualTo(1);
  }

  @Test
  void ourReservation_isADebtToTheOther() {
    BucketSpec spec = new BucketSpec(10, 5, 1_000_000);
    ScriptStore ours = new ScriptStore(redis, clock.script(), prefix);
    ours.acquire(one("a", spec, 10));
    Decision reserved = ours.acquire(List.of(within("a", spec, 5, 2_000_000)));
    assertThat(reserved.waitMicros()).isEqualTo(1_000_000);
    clock.pass(1_000_000);

    assertThat(other(withHeldClock(), spec, 5, 1)).isZero();
    clock.pass(201_000);
    assertThat(other(withHeldClock(), spec, 5, 1)).isEqualTo(1);
  }

  @Test
  void alternating_onTheRunningClock_neverMoreThanCapacityPlusRefillTimesTime() {
    BucketSpec spec = new BucketSpec(10, 500, 1_000_000);
    ScriptStore ours = new ScriptStore(redis, BucketScript.load(), prefix);
    long start = serverMicros();
    long granted = 0;
    int otherCalls = 0;
    double stalled = 0;
    long before = System.nanoTime();
    for (int i = 0; i < 2_000; i++) {
      double pause = (System.nanoTime() - before) / 1e9;
      before = System.nanoTime();
      // a bucket that is full for want of calls gains nothing
      stalled += pause > 0.005 ? pause : 0;
      if (i % 2 == 0) {
        granted += other(floatClient, spec, 500, 1);
        otherCalls++;
      } else if (ours.acquire(one("a", spec, 1)).isAllowed()) {
        granted++;
      }
    }

    double seconds = (serverMicros() - start) / 1e6;
    assertThat((double) granted)
        .isBetween(
            Math.floor((seconds - stalled) * 500 - otherCalls * ROUNDING_SECONDS * 500),
            10 + seconds * 500 + otherCalls * ROUNDING_SECONDS * 500);
  }

  private static long serverMicros() {
    List<?> time = (List<?>) redis.eval("return redis.call('TIME')");
    return Long.parseLong((String) time.get(0)) * 1_000_000 + Long.parseLong((String) time.get(1));
  }
}
