package io.github.ratelimitagent.store;

import static io.github.ratelimitagent.limit.Decision.Outcome.ALLOWED;
import static io.github.ratelimitagent.limit.Decision.Outcome.DENIED;
import static io.github.ratelimitagent.store.Claims.now;
import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.spec;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What permits are worth that are given back, to the microsecond, in every store. */
public abstract class GiveBackContract extends ContendedStoreContract {
  /** Lets time pass. */
  protected abstract void pass(long micros);

  /**
   * A bucket of 10 tokens and 10/s, emptied by a call that then waits for another one, and by
   * others as it refills: with what comes back it has given no more than a full bucket.
   */
  @ParameterizedTest
  @CsvSource({"0, 0, 10", "100000, 1, 9", "400000, 4, 6", "1000000, 10, 0", "1500000, 10, 0"})
  void refund_ofACallThatWaitsForAnotherBucket_isWhatTheRefillHasNotBrought(
      long waited, long takenMeanwhile, int left) throws Exception {
    BucketSpec waitedFor = spec(1, "1/m");
    BucketSpec spec = spec(10, "10/s");
    drain("waited for", waitedFor);
    List<Claim> both =
        List.of(within("waited for", waitedFor, 1, 120 * SECOND), now("b", spec, 10));
    Decision waiting = store().acquire(both);
    assertThat(waiting.waitMicros()).isPositive();
    pass(waited);
    for (int i = 0; i < takenMeanwhile; i++) {
      assertThat(acquire(now("b", spec, 1)).outcome()).isEqualTo(ALLOWED);
    }

    store().refund(both, waiting);

    for (int i = 0; i < left; i++) {
      assertThat(acquire(now("b", spec, 1)).outcome()).isEqualTo(ALLOWED);
    }
    assertThat(acquire(now("b", spec, 1)).outcome()).isEqualTo(DENIED);
  }

  /** A turn that was given back can be this very moment, for one call. */
  @Test
  void refund_ofATurnThatComes_isTakenOnceInItsMoment() throws Exception {
    BucketSpec spec = spec(1, "10/s");
    drain("a", spec);
    List<Claim> first = List.of(within("a", spec, 1, 10 * SECOND));
    Decision turn = store().acquire(first);
    acquire(within("a", spec, 1, 10 * SECOND));
    acquire(within("a", spec, 1, 10 * SECOND));
    store().refund(first, turn);
    pass(turn.waitMicros());

    Decision inItsMoment = acquire(within("a", spec, 1, 10 * SECOND));
    assertThat(inItsMoment.waitMicros()).isZero();
    assertThat(inItsMoment.remaining()).isZero();
    assertThat(acquire(within("a", spec, 1, 10 * SECOND)).waitMicros()).isEqualTo(300_000);
  }

  /** A bucket that owes nothing has no line any more, and pays no turns of it out. */
  @Test
  void refund_ofATurnOfALineThatIsPaid_isLost() throws Exception {
    BucketSpec spec = spec(10, "10/s");
    drain("a", spec);
    List<Claim> three = List.of(within("a", spec, 3, 10 * SECOND));
    List<Claim> last = List.of(within("a", spec, 1, 10 * SECOND));
    Decision turnOfThree = store().acquire(three);
    Decision lastTurn = store().acquire(last);
    store().refund(three, turnOfThree);
    pass(turnOfThree.waitMicros());
    store().refund(one("a", spec, 5));

    store().refund(last, lastTurn);

    assertThat(acquire(now("a", spec, 1)).remaining()).isEqualTo(3);
  }

  @Test
  void refund_afterSomeRefill_neverAboveCapacity() throws Exception {
    BucketSpec spec = spec(10, "5/s");
    drain("a", spec);
    pass(1_500_000);

    store().refund(one("a", spec, 9));

    assertThat(acquire(now("a", spec, 10)).remaining()).isZero();
    assertThat(acquire(now("a", spec, 1)).retryAfterMicros()).isEqualTo(200_000);
  }

  /**
   * What reserves a turn and is used gets its permits then; what gives it back before, none: in no
   * window of time more than capacity and refill, whoever gives back what, and whoever comes after.
   */
  @ParameterizedTest
  @CsvSource({"1, 10/s, 1", "1, 3/s, 1", "5, 7/s, 3", "20, 1000/s, 20", "3, 6 per 60s, 2"})
  void reservationsGivenBackAtRandom_noWindowOfTimeHasMoreThanItsBound(
      long capacity, String refill, int mostPermits) throws Exception {
    BucketSpec spec = spec(capacity, refill);
    Random random = new Random(capacity);
    Grants grants = new Grants(spec);
    List<Turn> waiting = new ArrayList<>();
    long clock = 0;
    long token = spec.periodMicros() / spec.refillTokens();
    for (int i = 0; i < 1_500; i++) {
      long most = 2 * mostPermits * token;
      long step = random.nextInt(4) == 0 ? (long) (random.nextDouble() * most) : 0;
      pass(step);
      clock += step;
      for (Iterator<Turn> turns = waiting.iterator(); turns.hasNext(); ) {
        Turn turn = turns.next();
        if (turn.at <= clock) {
          grants.add(turn.at, turn.claim.permits());
          turns.remove();
        } else if (random.nextInt(6) == 0) {
          store().refund(List.of(turn.claim), turn.decision);
          turns.remove();
        }
      }
      long patience = random.nextInt(5) == 0 ? 0 : 15 * most;
      Claim claim = within("a", spec, 1 + random.nextInt(mostPermits), patience);
      Decision decision = store().acquire(List.of(claim));
      if (decision.isAllowed()) {
        waiting.add(new Turn(clock + decision.waitMicros(), claim, decision));
      }
    }

    assertThat(grants.size()).isGreaterThan(50);
    // turns are rounded up to microseconds, the first of a window more than its last
    assertThat(grants.worstExcess()).isLessThan(spec.refillTokens());
  }

  /** The turn of a call, on the test's clock. */
  private record Turn(long at, Claim claim, Decision decision) {}

  @Test
  void callersThatGiveUpLongBeforeTheirTurn_costTheOthersNothing() throws Exception {
    BucketSpec spec = spec(1, "10/s");
    drain("a", spec);
    List<Claim> claims = List.of(within("a", spec, 1, 3_000_000));
    Deque<Decision> waiting = new ArrayDeque<>();
    int served = 0;
    // 20 calls a second, of which each gives up after half a second
    for (int i = 0; i < 400; i++) {
      pass(50_000);
      Decision last = waiting.size() == 10 ? waiting.remove() : null;
      if (last != null && last.isAllowed()) {
        if (last.waitMicros() <= 500_000) {
          served++;
        } else {
          store().refund(claims, last);
        }
      }
      waiting.add(store().acquire(claims));
    }

    assertThat(served).as("of 195 that the refill could serve").isGreaterThan(185);
  }
}
