package io.github.ratelimitagent.store;

import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.StoreException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is denied without asking, and what is asked all the same. */
class DenialCacheTest {
  /** A token each 10 s, and room for 4. */
  private static final BucketSpec SLOW = new BucketSpec(4, 1, 10_000_000);

  private final AtomicLong nanos = new AtomicLong(7);
  private final Counted shared = new Counted(new InProcessStore(nanos::get, 1_000_000));
  private final DenialCache cache = new DenialCache(shared, nanos::get);

  @Test
  void denied_sameClaimWithinASecond_isNotAskedAndRetryAfterCountsDown() throws StoreException {
    drain(SLOW);
    assertThat(acquire(SLOW, 1, 0).retryAfterMicros()).isEqualTo(10_000_000);
    int asked = shared.asked;

    advanceMicros(999_999);
    Decision decision = acquire(SLOW, 1, 0);

    assertThat(decision.outcome()).isEqualTo(Decision.Outcome.DENIED);
    assertThat(decision.retryAfterMicros()).isEqualTo(9_000_001);
    assertThat(shared.asked).isEqualTo(asked);
  }

  @Test
  void denied_afterASecond_isAskedAgain() throws StoreException {
    drain(SLOW);
    acquire(SLOW, 1, 0);
    int asked = shared.asked;

    advanceMicros(1_000_000);
    acquire(SLOW, 1, 0);

    assertThat(shared.asked).isEqualTo(asked + 1);
  }

  @Test
  void denied_untilThePermitsAreThere_thenAllowedAtThatMicrosecond() throws StoreException {
    BucketSpec spec = new BucketSpec(1, 1, 500_000);
    acquire(spec, 1, 0);
    long retryAfter = acquire(spec, 1, 0).retryAfterMicros();

    advanceMicros(retryAfter - 1);
    assertThat(acquire(spec, 1, 0).isAllowed()).isFalse();
    advanceMicros(1);
    assertThat(acquire(spec, 1, 0).isAllowed()).isTrue();
  }

  @Test
  void denied_callerWithMorePatience_isAsked() throws StoreException {
    drain(SLOW);
    acquire(SLOW, 1, 0);

    assertThat(acquire(SLOW, 1, 10_000_000).waitMicros()).isEqualTo(10_000_000);
  }

  @Test
  void denied_callerWithPatience_isDeniedHereUntilItsTurnComesNear() throws StoreException {
    BucketSpec spec = new BucketSpec(1, 1, 1_000_000);
    acquire(spec, 1, 0);
    assertThat(acquire(spec, 1, 900_000).isAllowed()).isFalse();
    int asked = shared.asked;

    advanceMicros(99_999);
    assertThat(acquire(spec, 1, 900_000).isAllowed()).isFalse();
    assertThat(acquire(spec, 1, 800_000).isAllowed()).isFalse();
    assertThat(shared.asked).isEqualTo(asked);
    advanceMicros(1);
    assertThat(acquire(spec, 1, 900_000).waitMicros()).isEqualTo(900_000);
  }

  @Test
  void denied_fewerPermits_areAsked() throws StoreException {
    acquire(SLOW, 3, 0);
    assertThat(acquire(SLOW, 2, 0).isAllowed()).isFalse();

    assertThat(acquire(SLOW, 1, 0).isAllowed()).isTrue();
  }

  @Test
  void denied_morePermits_areDeniedHereWithTheirOwnRetryAfter() throws StoreException {
    drain(SLOW);
    acquire(SLOW, 1, 0);
    int asked = shared.asked;

    assertThat(acquire(SLOW, 3, 0).retryAfterMicros()).isEqualTo(30_000_000);
    assertThat(shared.asked).isEqualTo(asked);
    assertThat(acquire(SLOW, 5, 0).outcome()).isEqualTo(Decision.Outcome.NEVER);
  }

  @Test
  void denied_otherFigures_areAsked() throws StoreException {
    drain(SLOW);
    acquire(SLOW, 1, 0);
    int asked = shared.asked;

    acquire(new BucketSpec(5, 1, 10_000_000), 1, 0);

    assertThat(shared.asked).isEqualTo(asked + 1);
  }

  @Test
  void refund_ofThisProcess_endsIt() throws StoreException {
    drain(SLOW);
    acquire(SLOW, 1, 0);

    cache.refund(one("a", SLOW, 1));

    assertThat(acquire(SLOW, 1, 0).isAllowed()).isTrue();
  }

  @Test
  void refund_whileTheDenialIsOnItsWay_isSeen() throws StoreException {
    drain(SLOW);
    shared.afterAcquire = () -> cache.refund(one("a", SLOW, 1));
    acquire(SLOW, 1, 0);
    shared.afterAcquire = null;

    assertThat(acquire(SLOW, 1, 0).isAllowed()).isTrue();
  }

  @Test
  void severalClaims_oneRemembered_denyingClaimIsThatOne() throws StoreException {
    drain(SLOW);
    acquire(SLOW, 1, 0);
    int asked = shared.asked;

    Decision decision = cache.acquire(List.of(within("b", SLOW, 1, 0), within("a", SLOW, 1, 0)));

    assertThat(decision.denyingClaim()).isEqualTo(1);
    assertThat(shared.asked).isEqualTo(asked);
    assertThat(cache.acquire(one("b", SLOW, 4)).isAllowed()).isTrue();
  }

  @Test
  void manyKeys_aBoundedNumberIsRemembered() throws StoreException {
    for (int i = 0; i < 30_000; i++) {
      cache.acquire(one("k" + i, SLOW, 4));
      cache.acquire(one("k" + i, SLOW, 1));
    }
    assertThat(cache.size()).isEqualTo(10_000);

    advanceMicros(1_000_001);
    cache.acquire(one("k0", SLOW, 1));
    assertThat(cache.size()).isEqualTo(1);
  }

  private void drain(BucketSpec spec) throws StoreException {
    assertThat(acquire(spec, spec.capacity(), 0).isAllowed()).isTrue();
  }

  private Decision acquire(BucketSpec spec, long permits, long maxWait) throws StoreException {
    return cache.acquire(List.of(within("a", spec, permits, maxWait)));
  }

  private void advanceMicros(long micros) {
    nanos.addAndGet(micros * 1_000);
  }

  /** Something to do that a store may refuse. */
  interface Step {
    void run() throws StoreException;
  }

  /** The real in-process store, and how often it was asked. */
  private static final class Counted implements BucketStore {
    private final BucketStore store;
    int asked;
    Step afterAcquire;

    Counted(BucketStore store) {
      this.store = store;
    }

    @Override
    public Decision acquire(List<Claim> claims) throws StoreException {
      asked++;
      Decision decision = store.acquire(claims);
      if (afterAcquire != null) {
        afterAcquire.run();
      }
      return decision;
    }

    @Override
    public void refund(List<Claim> claims) throws StoreException {
      store.refund(claims);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
