package io.github.ratelimitagent.testapp.demo;

/**
 * How many tokens a bucket that starts full can give: at most capacity + refill × time, and, when
 * there is always somebody who asks, not a whole token less. Immutable.
 */
final class Bound {
  private static final long MICROS_PER_SECOND = 1_000_000;

  final long capacity;
  final long refillPerSecond;

  Bound(long capacity, long refillPerSecond) {
    this.capacity = capacity;
    this.refillPerSecond = refillPerSecond;
  }

  /** The whole tokens of a full bucket and of {@code micros} of refill. */
  long tokensWithin(long micros) {
    return capacity + Math.floorDiv(refillPerSecond * micros, MICROS_PER_SECOND);
  }

  /** As {@link #tokensWithin}, with the fraction. */
  double exactTokensWithin(long micros) {
    return capacity + (double) refillPerSecond * micros / MICROS_PER_SECOND;
  }

  /** What a bucket with {@code tokens} holds {@code micros} later if nobody takes any. */
  double refilled(double tokens, long micros) {
    return Math.min(
        capacity, tokens + (double) refillPerSecond * Math.max(0, micros) / MICROS_PER_SECOND);
  }
}
