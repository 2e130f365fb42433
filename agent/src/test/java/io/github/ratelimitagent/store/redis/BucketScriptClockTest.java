package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.spec;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script does when the server's clock jumps. */
final class BucketScriptClockTest extends HeldClockFixture {
  private static final long HOUR = 3_600 * SECOND;

  /** From empty to full in 2 s. */
  private static final BucketSpec SPEC = spec(10, "5/s");

  /** From empty to full in 200 s. */
  private static final BucketSpec LARGE = spec(1_000, "5/s");

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

  @Test
  void clockAhead_whileCallsWait_paysTheirTurnsAndGivesOneCapacity() {
    acquire(SPEC, 10);
    Decision waiting = store.acquire(List.of(within("a", SPEC, 10, 2 * SECOND)));
    assertThat(waiting.waitMicros()).isEqualTo(2 * SECOND);
    clock.pass(HOUR);

    assertThat(acquire(SPEC, 10).isAllowed()).isTrue();
    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(200_000);
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
