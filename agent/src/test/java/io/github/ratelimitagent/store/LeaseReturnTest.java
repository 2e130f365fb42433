package io.github.ratelimitagent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.store.redis.LeasedRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases of many buckets go back together, to a real Redis. */
class LeaseReturnTest {
  /** Hardly refills: a token an hour. */
  private static final BucketSpec SLOW = new BucketSpec(100, 1, 3_600_000_000L);

  private static final int BUCKETS = 1_000;

  /** Of 256 buckets at most. */
  private static final int ROUND_TRIPS = 4;

  private final AtomicLong nanos = new AtomicLong();
  private final LeasedRedis redis = new LeasedRedis();

  @AfterEach
  void stop() {
    redis.close();
  }

  @Test
  void end_thousandBuckets_goBackInFourRunsOfTheScript() throws StoreException {
    LeaseStore store = store(redis.store());
    leaseEach(store);
    long asked = redis.scriptCalls();

    store.returnAll();

    assertThat(redis.scriptCalls() - asked).isEqualTo(ROUND_TRIPS);
    assertThatEachHas(98);
  }

  @Test
  void idle_thousandBuckets_goBackInFourRunsOfTheScript() throws StoreException {
    LeaseStore store = store(redis.store());
    leaseEach(store);
    long asked = redis.scriptCalls();

    for (int i = 0; i < 3; i++) {
      store.returnIdle();
    }

    assertThat(redis.scriptCalls() - asked).isEqualTo(ROUND_TRIPS);
    assertThatEachHas(98);
  }

  @Test
  void bucketThatIsSomethingElseNow_keepsNoOtherFromGoingBack() throws StoreException {
    LeaseStore store = store(redis.store());
    leaseEach(store);
    redis.replaceByText(key(17));

    assertThatThrownBy(store::returnAll)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("WRONGTYPE");

    assertThat(redis.tokens(key(16))).isEqualTo(98);
    assertThat(redis.tokens(key(18))).isEqualTo(98);
    assertThat(redis.tokens(key(BUCKETS - 1))).isEqualTo(98);
  }

  @Test
  void end_slowServer_isNotWaitedForLongerThanASecondAndWhatIsUnderWay() throws StoreException {
    List<Integer> sizes = new ArrayList<>();
    LeaseStore store =
        store(
            new SlowRefunds(
                redis.store(),
                size -> {
                  sizes.add(size);
                  nanos.addAndGet(Duration.ofMillis(600).toNanos());
                }));
    leaseEach(store);

    assertThatThrownBy(store::returnAll)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("time");

    assertThat(sizes).containsExactly(256, 256);
  }

  /** Two tokens of each bucket are used, one is held. */
  private void leaseEach(LeaseStore store) throws StoreException {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      for (int call = 0; call < 2; call++) {
        assertThat(store.acquire(List.of(claim(bucket))).isAllowed()).isTrue();
      }
      assertThat(redis.tokens(key(bucket))).isEqualTo(97);
    }
  }

  private void assertThatEachHas(long tokens) {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      assertThat(redis.tokens(key(bucket))).isEqualTo(tokens);
    }
  }

  private LeaseStore store(BucketStore shared) {
    return new LeaseStore(shared, Duration.ofSeconds(5), nanos::get);
  }

  private static String key(int bucket) {
    return "lease-return-" + bucket;
  }

  private static Claim claim(int bucket) {
    return new Claim(Limit.builder("leased", SLOW).lease(50).build(), key(bucket), SLOW, 1, 0);
  }

  /** A store whose refunds take their time. */
  private record SlowRefunds(BucketStore store, IntConsumer time) implements BucketStore {
    @Override
    public Decision acquire(List<Claim> claims) throws StoreException {
      return store.acquire(claims);
    }

    @Override
    public void refund(List<Claim> claims) throws StoreException {
      store.refund(claims);
    }

    @Override
    public void refundEach(List<Claim> claims) throws StoreException {
      time.accept(claims.size());
      store.refundEach(claims);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
