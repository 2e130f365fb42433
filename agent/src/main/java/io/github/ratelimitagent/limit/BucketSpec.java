package io.github.ratelimitagent.limit;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Capacity and refill of a bucket, in whole numbers small enough that every store computes exactly.
 * Immutable; equal when the figures are.
 *
 * <p>A refill of R tokens in P microseconds, in lowest terms, makes one token P <em>units</em> and
 * every microsecond worth R units. No store ever holds more than {@link #MAX_UNITS} of them, so
 * that they stay exact in a Redis script too, whose only numbers are doubles.
 */
public final class BucketSpec {
  /** The most units, of tokens or of debt, that any bucket comes to hold. */
  public static final long MAX_UNITS = 1L << 50;

  private final long capacity;
  private final long refillTokens;
  private final long periodMicros;

  /**
   * A bucket of {@code capacity} tokens that gains {@code refillTokens} in {@code periodMicros},
   * continuously.
   *
   * @throws IllegalArgumentException when a figure is below 1, or the figures are too large
   */
  public BucketSpec(long capacity, long refillTokens, long periodMicros) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity is " + capacity + ": wanted at least 1");
    }
    Refill refill = Refill.of(refillTokens, periodMicros);
    this.capacity = capacity;
    this.refillTokens = refill.tokens().longValueExact();
    this.periodMicros = refill.periodMicros().longValueExact();
    if (capacity > MAX_UNITS / this.periodMicros || this.refillTokens > MAX_UNITS) {
      throw new IllegalArgumentException(this + " is too large to be exact");
    }
  }

  /**
   * The bucket of these figures; of the largest refill not above it that can be kept exactly, if
   * that is less than a billionth away.
   *
   * @param maxWaitMicros the furthest turn that a caller may reserve; 0 for none
   * @param largestPermits the most tokens that one call takes
   * @throws IllegalArgumentException when there is none, with the largest capacity and the nearest
   *     refill that work
   */
  public static BucketSpec fit(
      long capacity, Refill refill, long maxWaitMicros, long largestPermits) {
    return new SpecFit(refill, maxWaitMicros, largestPermits).fit(capacity);
  }

  /**
   * The part of this bucket that one of {@code processes} processes may use on its own: at least
   * one call's {@code constantPermits}, else the capacity divided, rounded down; the refill
   * divided.
   */
  public BucketSpec share(int processes, long constantPermits) {
    if (processes < 1) {
      throw new IllegalArgumentException(processes + " processes: wanted at least 1");
    }
    long part = Math.max(Math.max(1, constantPermits), capacity / processes);
    Refill refill =
        Refill.of(
            BigInteger.valueOf(refillTokens),
            BigInteger.valueOf(periodMicros).multiply(BigInteger.valueOf(processes)));
    return SpecFit.nearestBelow(part, refill);
  }

  public long capacity() {
    return capacity;
  }

  /** R: tokens in each {@link #periodMicros()}; also the units that a microsecond is worth. */
  public long refillTokens() {
    return refillTokens;
  }

  /** P: the period of {@link #refillTokens()}; also the units that a token is worth. */
  public long periodMicros() {
    return periodMicros;
  }

  /** The refill alone. */
  public Refill refill() {
    return Refill.of(refillTokens, periodMicros);
  }

  /** From empty to full, rounded up. */
  public long timeToFullMicros() {
    return (capacity * periodMicros - 1) / refillTokens + 1;
  }

  /** The longest wait not above {@code maxWaitMicros} whose debt stays within the bound. */
  public long boundedWaitMicros(long maxWaitMicros) {
    return Math.min(maxWaitMicros, (MAX_UNITS - capacity * periodMicros) / refillTokens);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof BucketSpec)) {
      return false;
    }
    BucketSpec that = (BucketSpec) other;
    return capacity == that.capacity
        && refillTokens == that.refillTokens
        && periodMicros == that.periodMicros;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(capacity)
        + 31 * (Long.hashCode(refillTokens) + 31 * Long.hashCode(periodMicros));
  }

  @Override
  public String toString() {
    return refill() + " (capacity " + capacity + ")";
  }
}
