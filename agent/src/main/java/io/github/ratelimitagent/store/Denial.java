package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;

/** What a store has denied, and for how long it would deny it again. Immutable. */
final class Denial {
  private final BucketSpec spec;
  private final long permits;
  private final long maxWaitMicros;
  private final long sentNanos;
  private final long retryAfterMicros;
  private final long heldMicros;

  /**
   * A denial.
   *
   * @param retryAfterMicros from the store's answer
   * @param sentNanos when it was asked: its answer held from some moment after that
   * @param heldMicros how long after that no such claim can be allowed
   */
  Denial(Claim claim, long retryAfterMicros, long sentNanos, long heldMicros) {
    this.spec = claim.spec();
    this.permits = claim.permits();
    this.maxWaitMicros = claim.maxWaitMicros();
    this.retryAfterMicros = retryAfterMicros;
    this.sentNanos = sentNanos;
    this.heldMicros = heldMicros;
  }

  boolean isOver(long now) {
    return elapsedMicros(now) >= heldMicros;
  }

  /** How long until the claim's permits are there; 0 when only the store can tell. */
  long retryAfterMicros(Claim claim, long now) {
    if (claim.permits() < permits
        || claim.maxWaitMicros() > maxWaitMicros
        || claim.neverFits()
        || isOver(now)
        || !claim.spec().equals(spec)) {
      return 0;
    }
    long more = (claim.permits() - permits) * spec.periodMicros();
    long later = more == 0 ? 0 : (more - 1) / spec.refillTokens() + 1;
    return retryAfterMicros - elapsedMicros(now) + later;
  }

  /** Rounded down, so that what is left is rounded up. */
  private long elapsedMicros(long now) {
    return (now - sentNanos) / 1_000;
  }
}
