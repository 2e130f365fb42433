package io.github.ratelimitagent.store;

import static io.github.ratelimitagent.store.Claims.now;
import static io.github.ratelimitagent.store.Claims.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class InProcessStoreStackTest {
  private static final BucketSpec SPEC = spec(1_000_000_000, "1000/s");
  private static final int ROUNDS = 3_000;

  private final InProcessStore store = new InProcessStore();
  private int overflows;
  private int deepest;

  @Test
  void acquire_whereTheStackOverflows_keepsTheBucketFromNobody() throws Exception {
    List<Claim> claims = List.of(now("a", SPEC, 1));
    overflowAndThenAcquire(() -> store.acquire(claims), claims);
  }

  @Test
  void acquire_ofSeveralBucketsWhereTheStackOverflows_keepsThemFromNobody() throws Exception {
    List<Claim> claims = List.of(now("a", SPEC, 1), now("b", SPEC, 1), now("c", SPEC, 1));
    overflowAndThenAcquire(() -> store.acquire(claims), claims);
  }

  @Test
  void refund_whereTheStackOverflows_keepsTheBucketFromNobody() throws Exception {
    List<Claim> claims = List.of(now("a", SPEC, 1), now("b", SPEC, 1));
    overflowAndThenAcquire(() -> store.refund(claims), claims);
  }

  private void overflowAndThenAcquire(Runnable use, List<Claim> claims) throws Exception {
    Thread deep = new Thread(null, () -> overflow(use), "deep", 300_000);
    deep.start();
    deep.join();
    assertThat(overflows).isEqualTo(ROUNDS);

    FutureTask<Decision> acquire = new FutureTask<>(() -> store.acquire(claims));
    Thread other = new Thread(acquire, "other");
    other.setDaemon(true);
    other.start();
    // would wait for ever for a lock that was lost
    assertThat(acquire.get(20, TimeUnit.SECONDS).isAllowed()).isTrue();
  }

  private void overflow(Runnable use) {
    for (int round = 0; round < ROUNDS; round++) {
      try {
        descend(use, round % 50, 0);
      } catch (StackOverflowError e) {
        overflows++;
      }
    }
  }

  /** Uses the store near the end of the stack; the offset shifts where in the store that is. */
  private void descend(Runnable use, int offset, int depth) {
    if (offset > 0) {
      descend(use, offset - 1, depth);
    } else if (depth >= 0) {
      if (depth > deepest - 10) {
        use.run();
      }
      deepest = Math.max(deepest, depth);
      descend(use, 0, depth + 1);
    }
  }
}
