package io.github.ratelimitagent.limit;

/** Permits of one bucket that this process has taken and not used yet. Safe for many threads. */
public interface HeldPermits {
  /**
   * Takes permits if there are as many. Never blocks, and allocates nothing.
   *
   * @return false also for ever after the permits have been given back
   */
  boolean take(long permits);
}
