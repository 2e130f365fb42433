package io.github.ratelimitagent.limit;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds the figures nearest to those wanted whose units stay within {@link BucketSpec#MAX_UNITS}:
 * (capacity + refill over max-wait + largest permits) &times; P. Immutable.
 */
final class SpecFit {
  private static final BigInteger LIMIT = BigInteger.valueOf(BucketSpec.MAX_UNITS);
  private static final BigInteger BILLION = BigInteger.valueOf(1_000_000_000);

  private final Refill refill;
  private final long maxWaitMicros;
  private final long largestPermits;

  SpecFit(Refill refill, long maxWaitMicros, long largestPermits) {
    this.refill = refill;
    this.maxWaitMicros = maxWaitMicros;
    this.largestPermits = largestPermits;
  }

  /**
   * The bucket of {@code part} tokens whose refill is the largest not above, however far below; the
   * slowest there is when all are above.
   */
  static BucketSpec nearestBelow(long part, Refill refill) {
    NearFractions near = new SpecFit(refill, 0, 0).near(part);
    Refill fitting = near.below();
    if (fitting == null) {
      fitting = near.above();
    }
    if (fitting == null) {
      throw new IllegalArgumentException("capacity " + part + " is too large to be exact");
    }
    return spec(part, fitting);
  }

  BucketSpec fit(long capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity is " + capacity + ": wanted at least 1");
    }
    Refill fitting = fitting(capacity);
    if (fitting == null) {
      throw new IllegalArgumentException(explain(capacity));
    }
    return spec(capacity, fitting);
  }

  private static BucketSpec spec(long capacity, Refill refill) {
    return new BucketSpec(
        capacity, refill.tokens().longValueExact(), refill.periodMicros().longValueExact());
  }

  /** The refill itself, or one less than a billionth below it; null when neither fits. */
  private @Nullable Refill fitting(long capacity) {
    Refill below = near(capacity).below();
    if (below == null) {
      return null;
    }
    BigInteger wanted = refill.tokens().multiply(below.periodMicros());
    BigInteger missing = wanted.subtract(below.tokens().multiply(refill.periodMicros()));
    return missing.multiply(BILLION).compareTo(wanted) <= 0 ? below : null;
  }

  private NearFractions near(long capacity) {
    // more permits than the capacity are never taken
    BigInteger unitsPerPeriod =
        BigInteger.valueOf(capacity).add(BigInteger.valueOf(Math.min(capacity, largestPermits)));
    return NearFractions.of(refill, unitsPerPeriod, BigInteger.valueOf(maxWaitMicros), LIMIT);
  }

  private String explain(long capacity) {
    StringBuilder text = new StringBuilder();
    text.append("capacity ").append(capacity).append(" with refill ").append(refill);
    if (maxWaitMicros > 0) {
      text.append(" and max-wait ").append(DurationText.of(maxWaitMicros));
    }
    text.append(" is too large to be counted exactly: ");
    long largest = largestCapacity(capacity);
    if (largest > 0) {
      text.append("the largest capacity that works with this refill is ").append(largest);
    } else {
      text.append("no capacity works with this refill");
    }
    Refill nearest = near(capacity).nearest();
    if (nearest != null) {
      text.append("; the nearest refill that works with this capacity is ").append(nearest);
    } else {
      text.append("; no refill works with this capacity");
    }
    if (maxWaitMicros > 0) {
      text.append("; a shorter max-wait helps too");
    }
    return text.toString();
  }

  /** 0 when there is none. */
  private long largestCapacity(long tooLarge) {
    long works = 0;
    long fails = tooLarge;
    while (fails - works > 1) {
      long middle = works + (fails - works) / 2;
      if (fitting(middle) != null) {
        works = middle;
      } else {
        fails = middle;
      }
    }
    return works;
  }
}
