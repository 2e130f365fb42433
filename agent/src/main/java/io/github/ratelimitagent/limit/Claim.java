package io.github.ratelimitagent.limit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One bucket's part of an acquire. Immutable but for {@link #held}, and safe for many threads. */
public final class Claim {
  private final Limit limit;
  private final String key;
  private final BucketSpec spec;
  private final long permits;
  private final long maxWaitMicros;
  private final long most;
  private final long turnMicros;
  private @Nullable HeldPermits held;

  /**
   * A claim on the bucket {@code key}.
   *
   * @param limit whose limit it is
   * @param key the rendered key, without the prefix that a shared store puts before it
   * @param spec capacity and refill of the bucket
   * @param permits tokens to take, at least 1
   * @param maxWaitMicros how far ahead the turn may lie; 0 for now or not at all
   * @throws IllegalArgumentException when permits are below 1 or max-wait is negative
   */
  public Claim(Limit limit, String key, BucketSpec spec, long permits, long maxWaitMicros) {
    this(limit, key, spec, permits, maxWaitMicros, permits, 0);
  }

  private Claim(
      Limit limit,
      String key,
      BucketSpec spec,
      long permits,
      long maxWaitMicros,
      long most,
      long turnMicros) {
    if (permits < 1 || maxWaitMicros < 0) {
      throw new IllegalArgumentException(
          limit + ": " + permits + " permits within " + maxWaitMicros + "us, wanted at least 1");
    }
    this.limit = limit;
    this.key = key;
    this.spec = spec;
    this.permits = permits;
    this.maxWaitMicros = maxWaitMicros;
    this.most = most;
    this.turnMicros = turnMicros;
  }

  /**
   * Where this claim's permits were held when a store last looked, so that it need not look again
   * for a claim that is made over and over.
   */
  public @Nullable HeldPermits held() {
    return held;
  }

  /** Remembers where a store holds this claim's permits. */
  public void remember(HeldPermits found) {
    held = found;
  }

  public Limit limit() {
    return limit;
  }

  /** The rendered key, without the prefix that a shared store puts before it. */
  public String key() {
    return key;
  }

  public BucketSpec spec() {
    return spec;
  }

  public long permits() {
    return permits;
  }

  public long maxWaitMicros() {
    return maxWaitMicros;
  }

  /**
   * The most permits that a store may give when it has them now, for calls to come; as many as
   * {@link #permits()} unless it is a lease.
   */
  public long most() {
    return most;
  }

  /**
   * Of permits to be given back: the turn that they were answered with, in microseconds of the
   * store's clock; 0 if they were taken at once by an answer without a wait.
   */
  public long turnMicros() {
    return turnMicros;
  }

  /** Whether more permits than asked for are welcome. */
  public boolean isLease() {
    return most > permits;
  }

  /** Whether no wait is long enough: the bucket can never hold the permits. */
  public boolean neverFits() {
    return permits > spec.capacity();
  }

  /** The index of the first of {@code claims} that {@link #neverFits}; -1 when all can be had. */
  public static int firstThatNeverFits(List<Claim> claims) {
    for (int i = 0; i < claims.size(); i++) {
      if (claims.get(i).neverFits()) {
        return i;
      }
    }
    return -1;
  }

  /** The same claim on a bucket of other figures. */
  public Claim withSpec(BucketSpec other) {
    return new Claim(limit, key, other, permits, maxWaitMicros);
  }

  /** The same claim by a call that cannot wait. */
  public Claim withoutWait() {
    return new Claim(limit, key, spec, permits, 0);
  }

  /** The same claim, of up to {@code most} permits at once. */
  public Claim leasing(long most) {
    return new Claim(limit, key, spec, permits, maxWaitMicros, Math.max(permits, most), 0);
  }

  /** The same claim, with the turn that it has reserved. */
  public Claim reservedFor(long turn) {
    return new Claim(limit, key, spec, permits, maxWaitMicros, permits, turn);
  }

  /** A claim of other permits on the same bucket, now. */
  public Claim ofPermits(long other) {
    return new Claim(limit, key, spec, other, 0);
  }
}
