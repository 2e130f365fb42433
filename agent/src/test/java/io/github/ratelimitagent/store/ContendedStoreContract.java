package io.github.ratelimitagent.store;

import static io.github.ratelimitagent.store.Claims.now;
import static io.github.ratelimitagent.store.Claims.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store answers when it is asked much and by many. */
public abstract class ContendedStoreContract extends TurnsContract {
  @Test
  void bucket4j501_mixedPermits_neverOneMoreThanTheBucketHad() throws Exception {
    BucketSpec spec = spec(1_000, "1/d");
    Random random = new Random(501);
    long granted = 0;
    for (int i = 0; i < 1_000; i++) {
      int permits = 1 + random.nextInt(5);
      if (acquire(now("a", spec, permits)).isAllowed()) {
        granted += permits;
      }
    }

    assertThat(granted).isEqualTo(1_000);
  }

  @Test
  @Timeout(60)
  void bucket4j404_400ThreadsOnOneBucket_grantExactlyTheCapacity() throws Exception {
    BucketSpec spec = spec(1_000, "1/d");
    AtomicLong granted = new AtomicLong();

    inThreads(
        400,
        thread -> {
          for (int i = 0; i < 5; i++) {
            if (acquire(now("a", spec, 1)).isAllowed()) {
              granted.incrementAndGet();
            }
          }
        });

    assertThat(granted).hasValue(1_000);
  }

  @Test
  @Timeout(60)
  void acquire_severalBucketsInAnyOrderByManyThreads_noDeadlockAndExact() throws Exception {
    BucketSpec spec = spec(300, "1/d");
    AtomicLong granted = new AtomicLong();
    String[] keys = {"a", "b", "c", "d", "e", "f", "g", "h"};

    inThreads(
        16,
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < 50; i++) {
            int first = random.nextInt(keys.length);
            int second = (first + 1 + random.nextInt(keys.length - 1)) % keys.length;
            if (acquire(now(keys[first], spec, 1), now("z", spec, 1), now(keys[second], spec, 1))
                .isAllowed()) {
              granted.incrementAndGet();
            }
          }
        });

    assertThat(granted).hasValue(300);
  }

  /** What one of several threads does. */
  protected interface Work {
    void run(int thread) throws Exception;
  }

  /** Runs the work in so many threads that start together; fails if one does. */
  protected static void inThreads(int threads, Work work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<?>> running =
          IntStream.range(0, threads)
              .<Future<?>>mapToObj(
                  thread ->
                      executor.submit(
                          () -> {
                            start.await();
                            work.run(thread);
                            return null;
                          }))
              .toList();
      start.countDown();
      for (Future<?> one : running) {
        one.get(50, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
