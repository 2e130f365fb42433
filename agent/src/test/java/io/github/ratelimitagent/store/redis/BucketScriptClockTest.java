package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.spec;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.testing.TestRedis;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/** What the script does when the server's clock jumps, and with hashes that others wrote. */
final class BucketScriptClockTest {
  private static final long SECOND = 1_000_000;
  private static final long HOUR = 3_600 * SECOND;

  /** From empty to full in 2 s. */
  private static final BucketSpec SPEC = spec(10, "5/s");

  /** From empty to full in 200 s. */
  private static final BucketSpec LARGE = spec(1_000, "5/s");

  private static RedisClient redis;

  private String prefix;
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
    prefix = TestRedis.freshPrefix();
    clock = new HeldClock(redis, prefix);
    store = new ScriptStore(redis, clock.script(), prefix);
  }

  private Decision acquire(BucketSpec spec, long permits) {
    return store.acquire(one("a", spec, permits));
  }

  private Map<String, String> hash() {
    return redis.hgetAll(prefix + "a");
  }

  private void write(String tokens, String lastRefill) {
    redis.hset(prefix + "a", Map.of("tokens", tokens, "last_refill", lastRefill));
  }

  private void writeAhead(String tokens, long aheadMicros) {
    write(tokens, seconds(clock.nowMicros() + aheadMicros));
  }

  private static String seconds(long micros) {
    return String.format("%d.%06d", micros / SECOND, micros % SECOND);
  }

  @Test
  void eventra6488_clockBackWithinTimeToFull_refillStandsStillUntilItCatchesUp() {
    acquire(SPEC, 10);
    Map<String, String> before = hash();
    clock.pass(-1_500_000);

    Decision denied = acquire(SPEC, 1);

    assertThat(denied.retryAfterMicros()).isEqualTo(1_500_000 + 200_000);
    assertThat(hash()).isEqualTo(before);
    clock.pass(denied.retryAfterMicros() - 1);
    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(1);
    clock.pass(1);
    assertThat(acquire(SPEC, 1).isAllowed()).isTrue();
  }

  @Test
  void eventra6488_clockBackWithinTimeToFull_writesKeepLastRefillAndCountTheLag() {
    acquire(SPEC, 4);
    String lastRefill = hash().get("last_refill");
    clock.pass(-1_000_000);

    assertThat(acquire(SPEC, 6).isAllowed()).isTrue();
    Decision reserved = store.acquire(List.of(within("a", SPEC, 5, 10 * SECOND)));

    assertThat(reserved.waitMicros()).isEqualTo(SECOND + SECOND);
    assertThat(hash())
        .containsEntry("last_refill", lastRefill)
        .containsEntry("tokens", "-5")
        // 15 tokens are missing: 3 s, the lag of 1 s, the margin of 1 s
        .containsEntry("ttl", "5000");
  }

  @ParameterizedTest
  @CsvSource({"2000000, true", "2000001, false", "10000000, false", "3600000000, false"})
  void eventra6488_smallBucket_boundIsTheTimeToFull(long ahead, boolean waits) {
    writeAhead("0", ahead);

    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(200_000 + (waits ? ahead : 0));
  }

  @ParameterizedTest
  @CsvSource({"2000001, true", "10000000, true", "10000001, false", "3600000000, false"})
  void eventra6488_largeBucket_boundIsTenSeconds(long ahead, boolean waits) {
    writeAhead("0", ahead);

    assertThat(acquire(LARGE, 1).retryAfterMicros()).isEqualTo(200_000 + (waits ? ahead : 0));
  }

  @Test
  void eventra6488_clockBackAnHour_startsAgainFromNowEvenOnADenial() {
    acquire(SPEC, 10);
    clock.pass(-HOUR);

    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(200_000);

    assertThat(hash())
        .containsEntry("tokens", "0")
        .containsEntry("last_refill", seconds(clock.nowMicros()))
        .containsEntry("ttl", "3000");
    clock.pass(200_000);
    assertThat(acquire(SPEC, 1).isAllowed()).isTrue();
  }

  @Test
  void eventra6488_clockBackAnHour_aDenialIsWrittenOnce() {
    acquire(SPEC, 10);
    clock.pass(-HOUR);
    acquire(SPEC, 1);
    Map<String, String> written = hash();
    clock.pass(100_000);

    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(100_000);
    assertThat(hash()).isEqualTo(written);
  }

  @Test
  void eventra6488_clockBackAnHour_aDebtStaysADebt() {
    acquire(SPEC, 10);
    store.acquire(List.of(within("a", SPEC, 10, 2 * SECOND)));
    clock.pass(-HOUR);

    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(2_200_000);
  }

  @Test
  void eventra6488_clockAheadTenSecondsAndBack_givesOneCapacityAtMost() {
    acquire(SPEC, 10);
    clock.pass(10 * SECOND);
    assertThat(acquire(SPEC, 10).isAllowed()).isTrue();
    clock.pass(-10 * SECOND);
    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(200_000);
    clock.pass(10 * SECOND);

    assertThat(acquire(SPEC, 10).isAllowed()).isTrue();
    assertThat(acquire(SPEC, 1).isAllowed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void eventra6488_anyJumps_eachCostsAtMostOneCapacityAndNeverFreezes(long seed) {
    Random random = new Random(seed);
    long[] jumps = {-1, -1_000_000, -2_000_001, -10_000_000, -HOUR, 10_000_000, HOUR};
    long granted = 0;
    long passed = 0;
    int jumped = 0;
    for (int i = 0; i < 1_000; i++) {
      if (random.nextInt(50) == 0) {
        clock.pass(jumps[random.nextInt(jumps.length)]);
        jumped++;
      }
      long step = random.nextInt(200_000);
      clock.pass(step);
      passed += step;
      Decision decision = acquire(SPEC, 1);
      granted += decision.isAllowed() ? 1 : 0;
      // never longer than until the clock has caught up and one token has come
      assertThat(decision.retryAfterMicros()).isLessThanOrEqualTo(2 * SECOND + 200_000);
    }

    long refilled = passed * 5 / SECOND;
    assertThat(granted).isLessThanOrEqualTo(10 + refilled + 10L * jumped);
    // each jump back stops the refill for the time to full at most: one capacity
    assertThat(granted).isGreaterThanOrEqualTo(refilled - 10L * jumped);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "nan", "-nan", "NaN", "none"})
  void acquire_tokensUnreadable_isFull(String tokens) {
    write(tokens, seconds(clock.nowMicros()));

    assertThat(acquire(SPEC, 10).isAllowed()).isTrue();
    assertThat(hash()).containsEntry("tokens", "0");
  }

  @Test
  void acquire_tokensMissing_isFull() {
    redis.hset(prefix + "a", "last_refill", seconds(clock.nowMicros()));

    assertThat(acquire(SPEC, 10).remaining()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "nan", "yesterday", "inf"})
  void acquire_lastRefillUnreadable_isNowAndWrittenLestItStayEmpty(String lastRefill) {
    write("0.5", lastRefill);

    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(100_000);

    assertThat(hash()).containsEntry("last_refill", seconds(clock.nowMicros()));
    clock.pass(100_000);
    assertThat(acquire(SPEC, 1).isAllowed()).isTrue();
  }

  @Test
  void acquire_lastRefillMissing_isNow() {
    redis.hset(prefix + "a", "tokens", "2.5");

    assertThat(acquire(SPEC, 3).retryAfterMicros()).isEqualTo(100_000);
    clock.pass(100_000);
    assertThat(acquire(SPEC, 3).isAllowed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1e300, 0",
    "inf, 0",
    "0x10, 0",
    "11, 0",
    "10, 0",
    "9.999995, 1",
    "-inf, 1",
    "-1e300, 1"
  })
  void acquire_tokensOutOfRange_areWithinCapacityAndBound(String tokens, long retryAfter) {
    write(tokens, seconds(clock.nowMicros()));

    Decision decision = acquire(SPEC, 10);

    assertThat(decision.isAllowed()).isEqualTo(retryAfter == 0);
    assertThat(decision.retryAfterMicros()).isBetween(retryAfter, BucketSpec.MAX_UNITS + 2_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-inf", "-1e300", "0", "-5", "1.5"})
  void bucket4j51_lastRefillLongAgo_isFull(String lastRefill) {
    write("-1000", lastRefill);

    assertThat(acquire(SPEC, 10).remaining()).isZero();
  }

  @Test
  void acquire_foreignFraction_isRoundedDownToAMicrosecondsRefill() {
    // 199998.5 units of 1/200000
    write("0.9999925", seconds(clock.nowMicros()));

    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(2);
  }

  @Test
  void acquire_foreignTimeInTenthsOfMilliseconds_isRead() {
    clock.set(1_780_000_000_500_000L);
    write("0", "1780000000.1234");

    assertThat(acquire(SPEC, 2).retryAfterMicros()).isEqualTo(400_000 - 376_600);
  }

  @Test
  void acquire_halfATokenLater_isReadableInRedisCli() {
    clock.set(1_780_000_000_000_005L);
    acquire(SPEC, 1);
    assertThat(hash())
        .containsEntry("tokens", "9")
        .containsEntry("last_refill", "1780000000.000005");
    clock.pass(100_000);
    acquire(SPEC, 1);

    assertThat(hash())
        .containsEntry("tokens", "8.5")
        .containsEntry("last_refill", "1780000000.100005");
  }

  @Test
  void refund_missingKey_writesNothing() {
    store.refund(one("a", SPEC, 1));

    assertThat(redis.exists(prefix + "a")).isFalse();
  }

  @Test
  void refund_duringALag_keepsLastRefill() {
    acquire(SPEC, 10);
    String lastRefill = hash().get("last_refill");
    clock.pass(-1_000_000);

    store.refund(one("a", SPEC, 2));

    assertThat(hash()).containsEntry("tokens", "2").containsEntry("last_refill", lastRefill);
  }

  @Test
  void acquire_denied_writesNothing() {
    acquire(SPEC, 10);
    Map<String, String> before = hash();
    clock.pass(150_000);
    for (int i = 0; i < 10; i++) {
      assertThat(acquire(SPEC, 1).isAllowed()).isFalse();
    }

    assertThat(hash()).isEqualTo(before);
  }
}
