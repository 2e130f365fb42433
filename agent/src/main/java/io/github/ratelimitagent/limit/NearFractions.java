package io.github.ratelimitagent.limit;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The fractions next to a refill, from below and from above, among the R/P with {@code
 * perPeriod}&middot;P + {@code perToken}&middot;R within a limit.
 *
 * <p>A walk down the Stern-Brocot tree: between two neighbours of it, every fraction costs at least
 * as much as both together, so that the first step that costs too much ends the search (Graham,
 * Knuth, Patashnik, Concrete Mathematics, 4.5).
 */
final class NearFractions {
  private final Refill wanted;
  private final BigInteger perPeriod;
  private final BigInteger perToken;
  private final BigInteger limit;
  private BigInteger lowTokens = ZERO;
  private BigInteger lowPeriod = ONE;
  private BigInteger highTokens = ONE;
  private BigInteger highPeriod = ZERO;

  private NearFractions(
      Refill wanted, BigInteger perPeriod, BigInteger perToken, BigInteger limit) {
    this.wanted = wanted;
    this.perPeriod = perPeriod;
    this.perToken = perToken;
    this.limit = limit;
  }

  static NearFractions of(
      Refill wanted, BigInteger perPeriod, BigInteger perToken, BigInteger limit) {
    NearFractions near = new NearFractions(wanted, perPeriod, perToken, limit);
    boolean moved = true;
    while (moved) {
      boolean raised = near.raiseLow();
      boolean lowered = near.lowerHigh();
      moved = raised || lowered;
    }
    return near;
  }

  private boolean raiseLow() {
    // low + k * high <= wanted, for the largest k
    BigInteger gap = excess(lowTokens, lowPeriod).negate();
    BigInteger step = excess(highTokens, highPeriod);
    BigInteger count = steps(gap.divide(step), lowTokens, lowPeriod, highTokens, highPeriod);
    lowTokens = lowTokens.add(count.multiply(highTokens));
    lowPeriod = lowPeriod.add(count.multiply(highPeriod));
    return count.signum() > 0;
  }

  private boolean lowerHigh() {
    // high + k * low > wanted, for the largest k; none once low is the wanted fraction itself
    BigInteger step = excess(lowTokens, lowPeriod).negate();
    if (step.signum() == 0) {
      return false;
    }
    BigInteger gap = excess(highTokens, highPeriod).subtract(ONE);
    BigInteger count = steps(gap.divide(step), highTokens, highPeriod, lowTokens, lowPeriod);
    highTokens = highTokens.add(count.multiply(lowTokens));
    highPeriod = highPeriod.add(count.multiply(lowPeriod));
    return count.signum() > 0;
  }

  /** Positive when the fraction is above the wanted one. */
  private BigInteger excess(BigInteger tokens, BigInteger period) {
    return tokens.multiply(wanted.periodMicros()).subtract(period.multiply(wanted.tokens()));
  }

  /** At most {@code most} steps, and no more than the limit allows. */
  private BigInteger steps(
      BigInteger most,
      BigInteger tokens,
      BigInteger period,
      BigInteger stepTokens,
      BigInteger stepPeriod) {
    BigInteger room = limit.subtract(cost(tokens, period));
    BigInteger each = cost(stepTokens, stepPeriod);
    BigInteger roomTokens = limit.subtract(tokens);
    BigInteger count = most;
    if (each.signum() > 0) {
      count = count.min(room.divide(each));
    }
    if (stepTokens.signum() > 0) {
      count = count.min(roomTokens.divide(stepTokens));
    }
    return count.max(ZERO);
  }

  private BigInteger cost(BigInteger tokens, BigInteger period) {
    return perPeriod.multiply(period).add(perToken.multiply(tokens));
  }

  /** The largest not above the wanted one; null when that is none at all. */
  @Nullable Refill below() {
    return lowTokens.signum() == 0 || cost(lowTokens, lowPeriod).compareTo(limit) > 0
        ? null
        : Refill.of(lowTokens, lowPeriod);
  }

  /** The smallest above the wanted one, if there is one. */
  @Nullable Refill above() {
    return highPeriod.signum() == 0 || cost(highTokens, highPeriod).compareTo(limit) > 0
        ? null
        : Refill.of(highTokens, highPeriod);
  }

  @Nullable Refill nearest() {
    Refill below = below();
    Refill above = above();
    if (below == null || above == null) {
      return below == null ? above : below;
    }
    // the one with the smaller distance: both distances over their common denominator
    BigInteger toBelow = excess(lowTokens, lowPeriod).negate().multiply(highPeriod);
    BigInteger toAbove = excess(highTokens, highPeriod).multiply(lowPeriod);
    return toBelow.compareTo(toAbove) <= 0 ? below : above;
  }
}
