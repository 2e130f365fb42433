package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.metrics.LimitMetrics;

/** Permits of one bucket that this process has taken and not used yet. Safe for many threads. */
public interface HeldPermits {
  /**
   * Takes permits for a call if there are as many, and counts it as allowed, within half a second.
   * Never blocks, and allocates nothing.
   *
   * @return false also for ever after the permits have been given back
   */
  boolean takeCounted(long permits, LimitMetrics metrics);
}
