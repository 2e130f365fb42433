package io.github.ratelimitagent.store.redis;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long to leave a server alone after failures in a row: twice as long each time up to a second,
 * and each process a little differently, lest a fleet comes back at one moment. Guarded by its
 * owner.
 */
final class Backoff {
  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_DOUBLINGS = 5;

  private int failures;
  private long endNanos;

  void failed() {
    long pause = Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(failures, MOST_DOUBLINGS));
    failures++;
    endNanos = System.nanoTime() + ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
  }

  void succeeded() {
    failures = 0;
  }

  boolean isAfterFailure() {
    return failures > 0;
  }

  /** How long to wait before the next attempt; 0 or less for not at all. */
  long nanosLeft(long nowNanos) {
    return failures == 0 ? 0 : endNanos - nowNanos;
  }
}
