package io.github.ratelimitagent.store;

import static io.github.ratelimitagent.limit.Decision.Outcome.ALLOWED;
import static io.github.ratelimitagent.limit.Decision.Outcome.DENIED;
import static io.github.ratelimitagent.store.Claims.now;
import static io.github.ratelimitagent.store.Claims.spec;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every store answers to the microsecond, where the test holds the clock. */
public abstract class ExactClockContract extends GiveBackContract {
  @ParameterizedTest
  @CsvSource({
    "3, 6 per 60s, 1",
    "10, 5/s, 1",
    "10, 3/s, 1",
    "10, 7/s, 10",
    "1, 1 per 30d, 1",
    "5, 0.9/s, 5",
    "1000, 1500/s, 7",
    "1000000, 1000000/s, 999999",
    "3, 1000/d, 2",
    "100, 16807 per 2147483647us, 3"
  })
  void redisCell56_waitExactlyRetryAfter_isAllowedAndNotAMicrosecondEarlier(
      long capacity, String refill, long permits) throws Exception {
    BucketSpec spec = spec(capacity, refill);
    drain("a", spec);

    for (int i = 0; i < 20; i++) {
      Decision denied = acquire(now("a", spec, permits));
      assertThat(denied.outcome()).isEqualTo(DENIED);
      assertThat(denied.retryAfterMicros()).isPositive();
      pass(denied.retryAfterMicros() - 1);
      assertThat(acquire(now("a", spec, permits)).retryAfterMicros()).isEqualTo(1);
      pass(1);
      assertThat(acquire(now("a", spec, permits)).outcome()).isEqualTo(ALLOWED);
    }
  }

  @Test
  void firecracker3370_polledEvery10ms_losesNoFraction() throws Exception {
    BucketSpec spec = spec(20, "0.9/s");
    drain("a", spec);
    int granted = 0;
    for (int i = 0; i < 2_000; i++) {
      pass(10_000);
      if (acquire(now("a", spec, 1)).isAllowed()) {
        granted++;
      }
    }

    assertThat(granted).isEqualTo(18);
  }

  @ParameterizedTest
  @CsvSource({
    "30000, 1500/s",
    "40000, 2000/s",
    "160000, 8000/s",
    "20000000, 1000000/s",
    "1, 1 per 30d",
    "100, 5/s",
    "70, 3/s",
    "2, 6 per 60s",
    "400000, 12345 per 678901us"
  })
  void redisCell80_twoHours_grantCapacityPlusRefillTimesTime(long capacity, String refill)
      throws Exception {
    BucketSpec spec = spec(capacity, refill);
    Random random = new Random(80);
    long granted = 0;
    long elapsed = 0;
    while (elapsed < 2 * HOUR) {
      long permits = 1 + random.nextInt((int) capacity);
      Decision decision = acquire(within("a", spec, permits, Long.MAX_VALUE));
      granted += permits;
      pass(decision.waitMicros());
      elapsed += decision.waitMicros();
    }

    BigInteger refilled =
        BigInteger.valueOf(elapsed)
            .multiply(BigInteger.valueOf(spec.refillTokens()))
            .divide(BigInteger.valueOf(spec.periodMicros()));
    long expected = capacity + refilled.longValueExact();
    assertThat(granted).isBetween(expected - 1, expected);
  }

  @Test
  void bucket4j51_idleForManySteps_neverNegativeNeverAboveCapacity() throws Exception {
    BucketSpec spec = spec(1_000, "1000/d");
    for (int i = 0; i < 500; i++) {
      pass(12 * HOUR);
      Decision decision = acquire(now("a", spec, 1));
      assertThat(decision.isAllowed()).isTrue();
      assertThat(decision.remaining()).isEqualTo(999);
    }
    pass(100L * 365 * 24 * HOUR);
    assertThat(acquire(now("a", spec, 1_000)).remaining()).isZero();
  }

  @Test
  void guava1622_hugeMaxWait_isClampedWithoutOverflow() throws Exception {
    BucketSpec spec = spec(10, "5/s");
    drain("a", spec);

    for (int i = 1; i <= 20; i++) {
      Decision decision = acquire(within("a", spec, 10, Long.MAX_VALUE));
      assertThat(decision.isAllowed()).isTrue();
      assertThat(decision.waitMicros()).isEqualTo(i * 2 * SECOND);
    }
  }

  @Test
  void redisson6959_100Waiters_eachWaitsItsTurn() throws Exception {
    BucketSpec spec = spec(10, "300/m");
    drain("a", spec);

    for (int i = 1; i <= 100; i++) {
      assertThat(acquire(within("a", spec, 1, 60 * SECOND)).waitMicros()).isEqualTo(i * 200_000L);
    }
    pass(100 * 200_000L);
    assertThat(acquire(now("a", spec, 1)).outcome()).isEqualTo(DENIED);
    pass(200_000);
    assertThat(acquire(now("a", spec, 1)).outcome()).isEqualTo(ALLOWED);
  }

  @Test
  void springCloudGateway2412_everyWindow_atMostCapacityPlusRefillTimesTime() throws Exception {
    BucketSpec spec = spec(10, "3/s");
    Random random = new Random(2412);
    List<long[]> grants = new ArrayList<>();
    long time = 999_990;
    for (int i = 0; i < 600; i++) {
      long gap = random.nextInt(4) == 0 ? 0 : random.nextInt(400_000);
      pass(gap);
      time += gap;
      long permits = 1 + random.nextInt(4);
      if (acquire(now("a", spec, permits)).isAllowed()) {
        grants.add(new long[] {time, permits});
      }
    }

    for (int from = 0; from < grants.size(); from++) {
      long total = 0;
      for (int to = from; to < grants.size(); to++) {
        total += grants.get(to)[1];
        long window = grants.get(to)[0] - grants.get(from)[0];
        assertThat(total * SECOND).isLessThanOrEqualTo(10 * SECOND + 3 * window);
      }
    }
  }

  @Test
  void acquire_reservationThenThrow_isDeniedUntilTheDebtIsPaid() throws Exception {
    BucketSpec spec = spec(10, "5/s");
    drain("a", spec);
    acquire(within("a", spec, 5, 10 * SECOND));

    Decision denied = acquire(now("a", spec, 1));

    assertThat(denied.retryAfterMicros()).isEqualTo(1_200_000);
    pass(1_200_000);
    assertThat(acquire(now("a", spec, 1)).isAllowed()).isTrue();
  }

  @Test
  void bucket4j437_refillChangesAcrossPeriods_keepTheTokensWithinAUnit() throws Exception {
    BucketSpec[] specs = {spec(10, "5/s"), spec(10, "3/s"), spec(10, "1000/d"), spec(10, "7/s")};
    drain("a", specs[0]);
    pass(1_100_000);
    // 5.5 tokens; each change of period may round down by less than a microsecond's refill
    for (BucketSpec spec : specs) {
      assertThat(acquire(now("a", spec, 1)).isAllowed()).isTrue();
    }

    Decision denied = acquire(now("a", specs[0], 2));

    assertThat(denied.retryAfterMicros()).isBetween(100_000L, 100_004L);
  }
}
