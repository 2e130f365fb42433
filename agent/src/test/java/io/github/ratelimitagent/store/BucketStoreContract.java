package io.github.ratelimitagent.store;

import static io.github.ratelimitagent.limit.Decision.Outcome.ALLOWED;
import static io.github.ratelimitagent.limit.Decision.Outcome.DENIED;
import static io.github.ratelimitagent.limit.Decision.Outcome.NEVER;
import static io.github.ratelimitagent.store.Claims.now;
import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.spec;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.StoreException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every store answers. These hold on a running clock: refills are so slow that none of them
 * notices the time that a test takes. {@link TurnsContract} goes on with turns that are given back,
 * {@link ContendedStoreContract} with many threads, and {@link ExactClockContract} with a clock
 * that the test holds.
 */
public abstract class BucketStoreContract {
  protected static final long SECOND = 1_000_000;
  protected static final long HOUR = 3_600 * SECOND;

  /** 3 tokens, one an hour. */
  private static final BucketSpec SLOW = spec(3, "1/h");

  /** The store under test, new to the keys {@code a} to {@code z}. */
  protected abstract BucketStore store();

  protected final Decision acquire(Claim... claims) throws StoreException {
    return store().acquire(List.of(claims));
  }

  protected final void drain(String key, BucketSpec spec) throws StoreException {
    assertThat(acquire(now(key, spec, spec.capacity())).outcome()).isEqualTo(ALLOWED);
  }

  @Test
  void acquire_newBucket_isFull() throws Exception {
    for (long left = 2; left >= 0; left--) {
      Decision decision = acquire(now("a", SLOW, 1));
      assertThat(decision.outcome()).isEqualTo(ALLOWED);
      assertThat(decision.waitMicros()).isZero();
      assertThat(decision.remaining()).isEqualTo(left);
    }
  }

  @Test
  void acquire_emptyBucket_isDeniedUntilTheRefill() throws Exception {
    drain("a", SLOW);

    Decision decision = acquire(now("a", SLOW, 1));

    assertThat(decision.outcome()).isEqualTo(DENIED);
    assertThat(decision.retryAfterMicros()).isBetween(HOUR - 60 * SECOND, HOUR);
  }

  @Test
  void acquire_otherKey_isAnotherBucket() throws Exception {
    drain("a", SLOW);

    assertThat(acquire(now("b", SLOW, 3)).outcome()).isEqualTo(ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 1_000_000, Long.MAX_VALUE})
  void bucket4j220_capacity3AskMore_neverAndStateUntouched(long permits) throws Exception {
    drain("a", SLOW);

    assertThat(acquire(now("a", SLOW, permits)).outcome()).isEqualTo(NEVER);
    assertThat(acquire(now("b", SLOW, permits)).outcome()).isEqualTo(NEVER);
    assertThat(acquire(within("b", SLOW, permits, HOUR)).outcome()).isEqualTo(NEVER);
    assertThat(acquire(now("b", SLOW, 3)).outcome()).isEqualTo(ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void bucket4j417_permitsZeroOrNegative_areNoClaim(long permits) {
    assertThatThrownBy(() -> now("a", SLOW, permits)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void redis14826_costEqualToCapacity_isAllowedWhenFull() throws Exception {
    assertThat(acquire(now("a", SLOW, 3)).outcome()).isEqualTo(ALLOWED);
    assertThat(acquire(now("a", SLOW, 3)).retryAfterMicros())
        .isBetween(3 * HOUR - 60 * SECOND, 3 * HOUR);
  }

  @Test
  void acquire_severalBuckets_takesFromAllOrNone() throws Exception {
    drain("b", SLOW);

    Decision denied = acquire(now("a", SLOW, 1), now("b", SLOW, 1), now("c", SLOW, 1));

    assertThat(denied.outcome()).isEqualTo(DENIED);
    assertThat(denied.denyingClaim()).isEqualTo(1);
    assertThat(acquire(now("a", SLOW, 3), now("c", SLOW, 3)).outcome()).isEqualTo(ALLOWED);
  }

  @Test
  void acquire_severalBuckets_tellsWhatIsLeftInTheEmptiest() throws Exception {
    Decision decision = acquire(now("a", SLOW, 1), now("b", SLOW, 2), now("c", SLOW, 1));

    assertThat(decision.remaining()).isEqualTo(1);
  }

  @Test
  void acquire_severalDeny_theOneWithTheLongestRetryAfterIsNamed() throws Exception {
    BucketSpec slower = spec(3, "1/d");
    drain("a", SLOW);
    drain("b", slower);
    drain("c", SLOW);

    Decision decision = acquire(now("a", SLOW, 1), now("b", slower, 1), now("c", SLOW, 1));

    assertThat(decision.denyingClaim()).isEqualTo(1);
    assertThat(decision.retryAfterMicros()).isBetween(23 * HOUR, 24 * HOUR);
  }

  @Test
  void acquire_severalDeny_oneThatNeverFitsIsNamedBeforeTheLongest() throws Exception {
    drain("a", SLOW);

    Decision decision = acquire(now("a", SLOW, 1), now("b", SLOW, 9), now("c", SLOW, 8));

    assertThat(decision.outcome()).isEqualTo(NEVER);
    assertThat(decision.denyingClaim()).isEqualTo(1);
  }

  @Test
  void acquire_withinMaxWait_reservesTurnsInOrder() throws Exception {
    drain("a", SLOW);

    for (int turn = 1; turn <= 5; turn++) {
      Decision decision = acquire(within("a", SLOW, 1, 5 * HOUR));
      assertThat(decision.outcome()).isEqualTo(ALLOWED);
      assertThat(decision.waitMicros()).isBetween(turn * HOUR - 60 * SECOND, turn * HOUR);
      assertThat(decision.remaining()).isZero();
    }
  }

  @Test
  void resilience4j2194_turnBeyondMaxWait_isDeniedAtOnceAndTakesNothing() throws Exception {
    drain("a", SLOW);
    acquire(within("a", SLOW, 1, HOUR));

    for (int i = 0; i < 3; i++) {
      Decision decision = acquire(within("a", SLOW, 1, HOUR));
      assertThat(decision.outcome()).isEqualTo(DENIED);
      assertThat(decision.retryAfterMicros()).isBetween(2 * HOUR - 60 * SECOND, 2 * HOUR);
    }
  }

  @Test
  void acquire_blockAndThrowTogether_nothingIsReservedUnlessBothAgree() throws Exception {
    drain("a", SLOW);
    drain("b", SLOW);

    Decision denied = acquire(within("a", SLOW, 1, 2 * HOUR), now("b", SLOW, 1));
    Decision waits = acquire(within("a", SLOW, 1, 2 * HOUR), now("c", SLOW, 1));

    assertThat(denied.denyingClaim()).isEqualTo(1);
    assertThat(waits.outcome()).isEqualTo(ALLOWED);
    assertThat(waits.waitMicros()).isBetween(HOUR - 60 * SECOND, HOUR);
  }

  @Test
  void acquire_severalReservations_waitsTheLongest() throws Exception {
    BucketSpec slower = spec(3, "1/d");
    drain("a", SLOW);
    drain("b", slower);

    Decision decision = acquire(within("a", SLOW, 1, 48 * HOUR), within("b", slower, 1, 48 * HOUR));

    assertThat(decision.waitMicros()).isBetween(23 * HOUR, 24 * HOUR);
  }

  @Test
  void refund_givesPermitsBack() throws Exception {
    drain("a", SLOW);

    store().refund(one("a", SLOW, 2));

    assertThat(acquire(now("a", SLOW, 2)).outcome()).isEqualTo(ALLOWED);
    assertThat(acquire(now("a", SLOW, 1)).outcome()).isEqualTo(DENIED);
  }

  @Test
  void refund_moreThanWasTaken_neverAboveCapacity() throws Exception {
    acquire(now("a", SLOW, 1));

    for (int i = 0; i < 5; i++) {
      store().refund(one("a", SLOW, 3));
    }

    assertThat(acquire(now("a", SLOW, 3)).outcome()).isEqualTo(ALLOWED);
    assertThat(acquire(now("a", SLOW, 1)).outcome()).isEqualTo(DENIED);
  }

  @Test
  void refund_missingBucket_staysMissing() throws Exception {
    store().refund(one("a", SLOW, 1));

    assertThat(acquire(now("a", SLOW, 3)).outcome()).isEqualTo(ALLOWED);
    assertThat(acquire(now("a", SLOW, 1)).outcome()).isEqualTo(DENIED);
  }

  @Test
  void bucket4j437_capacityRaised_neverDeniesMoreAndGivesNothingFree() throws Exception {
    acquire(now("a", SLOW, 2));

    BucketSpec raised = spec(10, "1/h");
    assertThat(acquire(now("a", raised, 2)).retryAfterMicros()).isBetween(HOUR - 60 * SECOND, HOUR);
    assertThat(acquire(now("a", raised, 1)).outcome()).isEqualTo(ALLOWED);
    assertThat(acquire(now("a", raised, 4)).retryAfterMicros()).isGreaterThan(3 * HOUR);
  }

  @Test
  void bucket4j539_capacityLowered_takesEffectOnTheNextCall() throws Exception {
    BucketSpec large = spec(10, "1/h");
    acquire(now("a", large, 1));

    assertThat(acquire(now("a", SLOW, 3)).outcome()).isEqualTo(ALLOWED);
    assertThat(acquire(now("a", SLOW, 1)).outcome()).isEqualTo(DENIED);
  }

  @Test
  void redisCell54_refillEdited_takesEffectOnTheNextCallAndKeepsTheTokens() throws Exception {
    BucketSpec faster = spec(3, "7/d");
    acquire(now("a", SLOW, 2));

    assertThat(acquire(now("a", faster, 1)).outcome()).isEqualTo(ALLOWED);
    assertThat(acquire(now("a", faster, 1)).retryAfterMicros())
        .isBetween(24 * HOUR / 7 - 60 * SECOND, 24 * HOUR / 7 + 2);
    assertThat(acquire(now("a", SLOW, 1)).retryAfterMicros())
        .isBetween(HOUR - 60 * SECOND, HOUR + 2);
  }
}
