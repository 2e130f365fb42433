package io.github.ratelimitagent.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.store.redis.LeasedRedis;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A thread that fetches for a lease and does not come back in time, as one whose frames the JVM has
 * dropped. Through a real Redis.
 */
class LostFetchTest {
  /** Hardly refills: a token an hour. */
  private static final BucketSpec SLOW = new BucketSpec(1_000, 1, 3_600_000_000L);

  private static final Limit LIMIT = Limit.builder("leased", SLOW).lease(100).build();
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final String KEY = "lost-fetch";

  private final AtomicLong nanos = new AtomicLong();
  private final LeasedRedis redis = new LeasedRedis();
  private final FirstIsLost shared = new FirstIsLost(redis.store());
  private final LeaseStore store = new LeaseStore(shared, DEADLINE, nanos::get);
  private final FutureTask<Decision> lost = new FutureTask<>(this::acquire);

  @BeforeEach
  void loseAFetch() throws InterruptedException {
    new Thread(lost).start();
    shared.reached.await();
    nanos.addAndGet(2 * DEADLINE.toNanos());
  }

  @AfterEach
  void stop() {
    shared.back.countDown();
    redis.close();
  }

  @Test
  void othersFetchWithoutWaiting_andUseLeasesAgain() throws Exception {
    for (int call = 0; call < 1 + 2 + 4 + 8; call++) {
      assertThat(acquire().isAllowed()).isTrue();
    }
    // leases of 1, 2, 4 and 8
    assertThat(redis.scriptCalls()).isEqualTo(4);
  }

  @Test
  void idleTokensGoBack_whileTheOneIsAway() throws Exception {
    acquire();
    acquire();
    assertThat(redis.tokens(KEY)).isLessThan(998);
    for (int i = 0; i < 3; i++) {
      store.returnIdle();
    }
    assertThat(redis.tokens(KEY)).isEqualTo(998);
  }

  @Test
  void lateReturn_addsItsTokens() throws Exception {
    acquire();
    shared.back.countDown();
    assertThat(lost.get().isAllowed()).isTrue();
    store.returnAll();
    assertThat(redis.tokens(KEY)).isEqualTo(998);
  }

  private Decision acquire() throws StoreException {
    return store.acquire(List.of(new Claim(LIMIT, KEY, SLOW, 1, 0)));
  }

  /** A store that has the first caller wait until it may go on. */
  private static final class FirstIsLost implements BucketStore {
    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch back = new CountDownLatch(1);
    private final BucketStore store;

    FirstIsLost(BucketStore store) {
      this.store = store;
    }

    @Override
    public Decision acquire(List<Claim> claims) throws StoreException {
      if (reached.getCount() > 0) {
        reached.countDown();
        try {
          back.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return store.acquire(claims);
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
