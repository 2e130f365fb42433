package io.github.ratelimitagent.store;

import static io.github.ratelimitagent.store.Claims.now;
import static io.github.ratelimitagent.store.Claims.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.BucketStore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class InProcessStoreTest extends ExactClockContract {
  // a clock that has been running for long, and whose nanoseconds soon overflow
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000);
  private final InProcessStore store = new InProcessStore(nanos::get, 1_000_000);

  @Override
  protected BucketStore store() {
    return store;
  }

  @Override
  protected void pass(long micros) {
    nanos.addAndGet(micros * 1_000);
  }

  @Test
  void acquire_bucketsThatAreFullAgain_areForgotten() throws Exception {
    BucketSpec spec = spec(10, "5/s");
    for (int i = 0; i < 200_000; i++) {
      pass(100);
      acquire(now("user:" + i, spec, 1));
    }

    // 2,000 are not full at any time: each is full again after 200 ms
    assertThat(store.size()).isLessThan(3 * 2_000 + 2_000);
  }

  @Test
  void acquire_bucketsThatAreNotFull_areRemembered() throws Exception {
    BucketSpec spec = spec(2, "1/h");
    for (int i = 0; i < 5_000; i++) {
      acquire(now("user:" + i, spec, 1));
    }
    for (int i = 0; i < 5_000; i++) {
      assertThat(acquire(now("user:" + i, spec, 1)).remaining()).isZero();
    }
    for (int i = 0; i < 5_000; i++) {
      assertThat(acquire(now("user:" + i, spec, 1)).isAllowed()).isFalse();
    }
  }

  @Test
  void acquire_moreBucketsThanThereIsRoomFor_forgetsThoseThatAreFullFirst() throws Exception {
    InProcessStore small = new InProcessStore(nanos::get, 6_400);
    BucketSpec spec = spec(10, "1/d");
    small.acquire(Claims.one("empty", spec, 10));
    for (int i = 0; i < 100_000; i++) {
      small.acquire(Claims.one("user:" + i, spec, 1));
      assertThat(small.size()).isLessThanOrEqualTo(6_400);
    }

    assertThat(small.acquire(Claims.one("empty", spec, 1)).isAllowed()).isFalse();
    assertThat(small.forgotten()).isEqualTo(100_001 - small.size());
  }

  @Test
  void acquire_fullBucketsMakeRoom_noneIsForgottenThatIsNotFull() throws Exception {
    InProcessStore small = new InProcessStore(nanos::get, 6_400);
    BucketSpec spec = spec(10, "5/s");
    for (int i = 0; i < 100_000; i++) {
      pass(100); // 2,000 are not full
      small.acquire(Claims.one("user:" + i, spec, 1));
    }

    assertThat(small.forgotten()).isZero();
  }

  @Test
  void mostBuckets_ofAHeap_takeATenthOfIt() {
    assertThat(InProcessStore.mostBuckets(64 << 20)).isEqualTo(32_768);
    assertThat(InProcessStore.mostBuckets(Long.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE / 2);
  }

  @Test
  void acquire_deniedOrNever_remembersNothing() throws Exception {
    BucketSpec spec = spec(2, "1/h");
    drain("empty", spec);

    for (int i = 0; i < 100; i++) {
      acquire(now("user:" + i, spec, 1), now("empty", spec, 1));
      acquire(now("user:" + i, spec, 3));
    }

    assertThat(store.size()).isEqualTo(1);
  }

  @Test
  void acquire_onTheSystemClock_refills() throws Exception {
    try (InProcessStore running = new InProcessStore()) {
      BucketSpec spec = spec(1_000_000, "1000000/s");
      running.acquire(Claims.one("a", spec, 1_000_000));
      long start = System.nanoTime();
      while (System.nanoTime() - start < 20_000_000) {
        Thread.onSpinWait();
      }

      assertThat(running.acquire(Claims.one("a", spec, 20_000)).isAllowed()).isTrue();
    }
  }
}
