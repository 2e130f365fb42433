package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import java.math.BigInteger;

/**
 * One bucket: its units at the time of its last change. The arithmetic is that of the Redis script;
 * {@link BucketSpec} keeps every sum far below the range of a long. Not safe for several threads.
 */
final class InProcessBucket {
  private final String key;
  private BucketSpec spec;
  private long units;
  private long changedMicros;

  /** A full bucket. */
  InProcessBucket(String key, BucketSpec spec, long now) {
    this.key = key;
    this.spec = spec;
    this.units = spec.capacity() * spec.periodMicros();
    this.changedMicros = now;
  }

  String key() {
    return key;
  }

  long waitMicros(Claim claim, long now) {
    BucketSpec figures = claim.spec();
    long missing = claim.permits() * figures.periodMicros() - unitsAt(figures, now);
    return missing <= 0 ? 0 : ceil(missing, figures.refillTokens());
  }

  long take(BucketSpec figures, long permits, long now) {
    change(figures, unitsAt(figures, now) - permits * figures.periodMicros(), now);
    return Math.floorDiv(units, figures.periodMicros());
  }

  void refund(BucketSpec figures, long permits, long now) {
    long most = figures.capacity() * figures.periodMicros();
    long given = Math.min(permits, figures.capacity()) * figures.periodMicros();
    change(figures, Math.min(most, unitsAt(figures, now) + given), now);
  }

  boolean isFull(long now) {
    return unitsAt(spec, now) == spec.capacity() * spec.periodMicros();
  }

  private void change(BucketSpec figures, long left, long now) {
    spec = figures;
    units = left;
    changedMicros = Math.max(changedMicros, now);
  }

  private long unitsAt(BucketSpec figures, long now) {
    long most = figures.capacity() * figures.periodMicros();
    long held = Math.min(most, heldUnits(figures));
    long elapsed = Math.max(0, now - changedMicros);
    // compared before it is multiplied: a bucket may be idle for years
    return elapsed >= ceil(most - held, figures.refillTokens())
        ? most
        : held + elapsed * figures.refillTokens();
  }

  /** The units of the last change, in the units of other figures after an edit of the limit. */
  private long heldUnits(BucketSpec figures) {
    if (figures.periodMicros() == spec.periodMicros()) {
      return units;
    }
    BigInteger[] converted =
        BigInteger.valueOf(units)
            .multiply(BigInteger.valueOf(figures.periodMicros()))
            .divideAndRemainder(BigInteger.valueOf(spec.periodMicros()));
    BigInteger down =
        converted[1].signum() < 0 ? converted[0].subtract(BigInteger.ONE) : converted[0];
    BigInteger bound = BigInteger.valueOf(BucketSpec.MAX_UNITS);
    return down.min(bound).max(bound.negate()).longValueExact();
  }

  private static long ceil(long units, long perMicro) {
    return units <= 0 ? 0 : (units - 1) / perMicro + 1;
  }
}
