package io.github.ratelimitagent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.metrics.LimitCounters;
import io.github.ratelimitagent.store.redis.LeasedRedis;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases of a real Redis: what is asked, what is held, what goes back. */
class LeaseStoreTest {
  /** Hardly refills: a token an hour. */
  private static final BucketSpec SLOW = new BucketSpec(1_000, 1, 3_600_000_000L);

  private static final Duration DEADLINE = Duration.ofSeconds(5);

  private final AtomicLong nanos = new AtomicLong();
  private final LeasedRedis redis = new LeasedRedis();
  private final LeaseStore store = new LeaseStore(redis.store(), DEADLINE, nanos::get);
  private final String key = "lease-test";

  @AfterEach
  void stop() {
    redis.close();
  }

  @Test
  void quickCalls_leaseTwiceAsManyEachTime() throws StoreException {
    int calls = 1 + 2 + 4 + 8 + 16 + 32;
    for (int i = 0; i < calls; i++) {
      assertThat(acquire(1, 0).isAllowed()).isTrue();
    }
    assertThat(redis.scriptCalls()).isEqualTo(6);
    assertThat(redis.tokens(key)).isEqualTo(1_000 - calls);

    for (int i = 0; i < 100; i++) {
      acquire(1, 0);
    }
    assertThat(redis.scriptCalls()).isEqualTo(8);
  }

  @Test
  void slowCalls_leaseOne() throws StoreException {
    for (int i = 0; i < 10; i++) {
      acquire(1, 0);
      nanos.addAndGet(2_000_000_000L);
    }
    assertThat(redis.scriptCalls()).isEqualTo(10);
    assertThat(redis.tokens(key)).isEqualTo(990);
  }

  @Test
  void anyNumberOfCalls_neverMoreThanTheBucketHas() throws StoreException {
    LeaseStore other = new LeaseStore(redis.store(), DEADLINE, nanos::get);
    int allowed = 0;
    for (int i = 0; i < 2_000; i++) {
      allowed += acquire(1, 0).isAllowed() ? 1 : 0;
      allowed += other.acquire(List.of(claim(1, 0))).isAllowed() ? 1 : 0;
    }
    assertThat(allowed).isEqualTo(1_000);
  }

  @Test
  void lastTokens_halfIsLeftForOthers() throws StoreException {
    warmUp();
    store.returnAll();
    LeaseStore second = new LeaseStore(redis.store(), DEADLINE, nanos::get);
    redis.set(key, 10);
    for (int i = 0; i < 3; i++) {
      second.acquire(List.of(claim(1, 0)));
    }
    // 1 of 10, then 2 of 9; the third call was answered by the lease
    assertThat(redis.tokens(key)).isEqualTo(7);
    second.acquire(List.of(claim(1, 0)));
    // 4 are wanted and 3 are half of 7
    assertThat(redis.tokens(key)).isEqualTo(4);
  }

  @Test
  void idle_unusedTokensGoBackAndTheLeaseEnds() throws StoreException {
    warmUp();
    store.returnIdle();
    store.returnIdle();
    store.returnIdle();

    assertThat(redis.tokens(key)).isEqualTo(992);
    assertThat(acquire(1, 0).isAllowed()).isTrue();
  }

  @Test
  void inUse_nothingGoesBack() throws StoreException {
    warmUp();
    long before = redis.tokens(key);
    for (int i = 0; i < 10; i++) {
      acquire(1, 0);
      store.returnIdle();
      assertThat(redis.tokens(key)).isLessThanOrEqualTo(before);
      before = redis.tokens(key);
    }
  }

  @Test
  void end_tokensGoBackAndCallsAskForThemselves() throws StoreException {
    warmUp();
    store.returnAll();
    assertThat(redis.tokens(key)).isEqualTo(992);
    long asked = redis.scriptCalls();

    for (int i = 0; i < 10; i++) {
      acquire(1, 0);
    }
    assertThat(redis.scriptCalls()).isEqualTo(asked + 10);
    assertThat(redis.tokens(key)).isEqualTo(982);
  }

  @Test
  void heldPermits_countForTheLimitThatTookThem() throws StoreException {
    LimitCounters first = new LimitCounters();
    LimitCounters second = new LimitCounters();
    warmUp();
    for (int i = 0; i < 4; i++) {
      assertThat(store.takeHeld(claim(1, 0), first)).isTrue();
    }
    assertThat(store.takeHeld(claim(2, 0), second)).isTrue();
    store.returnIdle();
    assertThat(first.read().allowed()).isEqualTo(4);
    assertThat(second.read().allowed()).isEqualTo(1);

    assertThat(store.takeHeld(claim(1, 0), first)).isTrue();
    assertThat(store.takeHeld(claim(1, 0), first)).as("of 7, 7 are taken").isFalse();
    acquire(1, 0);
    assertThat(store.takeHeld(claim(1, 0), first)).isTrue();
    store.returnAll();
    assertThat(store.takeHeld(claim(1, 0), first)).isFalse();
    assertThat(first.read().allowed()).isEqualTo(6);
    assertThat(second.read().allowed()).isEqualTo(1);
  }

  @Test
  void mixedPermits_areCountedExactly() throws StoreException {
    long taken = 0;
    for (int i = 0; i < 60; i++) {
      int permits = 1 + i % 5;
      assertThat(acquire(permits, 0).isAllowed()).isTrue();
      taken += permits;
    }
    store.returnAll();
    assertThat(redis.tokens(key)).isEqualTo(1_000 - taken);
  }

  @Test
  void block_emptyBucket_reservesAndHoldsNothingBack() throws StoreException {
    warmUp();
    store.returnAll();
    redis.set(key, 0);

    Decision decision = acquire(1, 2 * 3_600_000_000L);

    assertThat(decision.waitMicros()).isBetween(3_590_000_000L, 3_600_000_000L);
    assertThat(redis.tokens(key)).isEqualTo(-1);
  }

  @Test
  void knownDenial_waitsForNoFetchAndAsksNobody() throws Exception {
    LeaseStore remembering =
        new LeaseStore(new DenialCache(redis.store(), nanos::get), DEADLINE, nanos::get);
    acquire(1, 0);
    redis.set(key, 0);
    assertThat(remembering.acquire(List.of(claim(2, 0))).isAllowed()).isFalse();
    long asked = redis.scriptCalls();
    redis.pause();
    AtomicReference<Decision> answer = new AtomicReference<>();
    Thread fetching =
        new Thread(
            () -> {
              try {
                answer.set(remembering.acquire(List.of(claim(1, 0))));
              } catch (StoreException e) {
                // the answer stays away
              }
            });
    fetching.start();
    await().until(() -> redis.heldBack() == 1);

    Decision denied = remembering.acquire(List.of(claim(2, 0)));

    assertThat(denied.outcome()).isEqualTo(Decision.Outcome.DENIED);
    assertThat(denied.retryAfterMicros()).isCloseTo(2 * 3_600_000_000L, within(60_000_000L));
    assertThat(redis.heldBack()).isEqualTo(1);
    redis.resume();
    fetching.join();
    assertThat(answer.get().outcome()).isEqualTo(Decision.Outcome.DENIED);
    assertThat(redis.scriptCalls()).isEqualTo(asked + 1);
  }

  @Test
  void severalLimits_oneDenies_leasedTokensAreNotLost() throws StoreException {
    Limit plain = Limit.builder("plain", new BucketSpec(1, 1, 3_600_000_000L)).build();
    Claim other = new Claim(plain, key + "-other", plain.spec(), 1, 0);
    assertThat(store.acquire(List.of(claim(1, 0), other)).isAllowed()).isTrue();

    Decision denied = store.acquire(List.of(claim(1, 0), other));

    assertThat(denied.outcome()).isEqualTo(Decision.Outcome.DENIED);
    assertThat(denied.denyingClaim()).isEqualTo(1);
    assertThat(redis.scriptCalls()).as("two for each call, none to give back").isEqualTo(4);
    assertThat(acquire(2, 0).isAllowed()).isTrue();
    assertThat(redis.scriptCalls()).as("put back, and handed out").isEqualTo(4);
    store.returnAll();
    assertThat(redis.tokens(key)).isEqualTo(997);
  }

  @Test
  void severalLimits_oneDenies_reservedTurnGoesBackToTheBucket() throws StoreException {
    Limit plain = Limit.builder("plain", new BucketSpec(1, 1, 3_600_000_000L)).build();
    Claim other = new Claim(plain, key + "-other", plain.spec(), 1, 0);
    store.acquire(List.of(claim(1, 0), other));
    redis.set(key, 0);

    Decision denied = store.acquire(List.of(claim(1, 2 * 3_600_000_000L), other));

    assertThat(denied.denyingClaim()).isEqualTo(1);
    assertThat(redis.tokens(key)).isZero();
    assertThat(acquire(1, 0).isAllowed()).isFalse();
  }

  @Test
  void severalLimits_oneDeniesAndNothingCanBeGivenBack_staysDeniedAndIsToldLater()
      throws StoreException {
    LeaseStore failing = new LeaseStore(new NoRefunds(redis.store()), DEADLINE, nanos::get);
    Limit plain = Limit.builder("plain", new BucketSpec(1, 1, 3_600_000_000L)).build();
    Claim other = new Claim(plain, key + "-other", plain.spec(), 1, 0);
    failing.acquire(List.of(claim(1, 0), other));
    redis.set(key, 0);

    Decision denied = failing.acquire(List.of(claim(1, 2 * 3_600_000_000L), other));

    assertThat(denied.outcome()).isEqualTo(Decision.Outcome.DENIED);
    assertThatThrownBy(failing::returnIdle).isInstanceOf(StoreException.class);
    failing.returnIdle();
  }

  @Test
  void editedFigures_oldLeaseGoesBack() throws StoreException {
    warmUp();
    BucketSpec edited = new BucketSpec(900, 1, 3_600_000_000L);
    Limit limit = Limit.builder("leased", edited).lease(100).build();

    assertThat(store.acquire(List.of(new Claim(limit, key, edited, 1, 0))).isAllowed()).isTrue();

    store.returnAll();
    assertThat(redis.tokens(key)).isEqualTo(899);
  }

  /** Eight calls: leases of 1, 2, 4 and 8, of which 7 tokens are left. */
  private void warmUp() throws StoreException {
    for (int i = 0; i < 8; i++) {
      acquire(1, 0);
    }
    assertThat(redis.tokens(key)).isEqualTo(985);
  }

  private Decision acquire(long permits, long maxWaitMicros) throws StoreException {
    return store.acquire(List.of(claim(permits, maxWaitMicros)));
  }

  private Claim claim(long permits, long maxWaitMicros) {
    Limit limit = Limit.builder("leased", SLOW).lease(100).build();
    return new Claim(limit, key, SLOW, permits, maxWaitMicros);
  }
}
