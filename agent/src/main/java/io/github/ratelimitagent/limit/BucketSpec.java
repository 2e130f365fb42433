package io.github.ratelimitagent.limit;

/** Capacity and refill of a bucket, in whole numbers. Immutable; equal when the figures are. */
public final class BucketSpec {
  private final long capacity;
  private final long refillTokens;
  private final long periodMicros;

  public BucketSpec(long capacity, long refillTokens, long periodMicros) {
    this.capacity = capacity;
    this.refillTokens = refillTokens;
    this.periodMicros = periodMicros;
  }

  public long capacity() {
    return capacity;
  }

  public long refillTokens() {
    return refillTokens;
  }

  public long periodMicros() {
    return periodMicros;
  }
}
