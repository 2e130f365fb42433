package io.github.ratelimitagent.faults;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** How long calls took, to a tenth of a millisecond. Safe for many threads. */
final class Latencies {
  private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
  private static final int STEPS = 100_000;

  private final AtomicLongArray counts = new AtomicLongArray(STEPS);

  void record(long nanos) {
    counts.incrementAndGet((int) Math.min(STEPS - 1, nanos / STEP_NANOS));
  }

  /** What so large a part of the calls did not exceed, in milliseconds. */
  double percentileMillis(double part) {
    long total = 0;
    for (int i = 0; i < STEPS; i++) {
      total += counts.get(i);
    }
    long below = (long) Math.ceil(total * part);
    int step = 0;
    for (long seen = counts.get(0); seen < below; seen += counts.get(step)) {
      step++;
    }
    return (step + 1) * STEP_NANOS / 1e6;
  }
}
