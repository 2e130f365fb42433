package io.github.ratelimitagent.limit;

import static io.github.ratelimitagent.limit.BucketSpec.MAX_UNITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BucketSpecTest {
  @Test
  void construct_reducesTheFraction() {
    assertThat(new BucketSpec(10, 6, 60_000_000)).isEqualTo(new BucketSpec(10, 1, 10_000_000));
  }

  @Test
  void toString_readsLikeTheConfig() {
    assertThat(new BucketSpec(10, 5, 1_000_000)).hasToString("5/s (capacity 10)");
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "-1, 1, 1", "1, 0, 1", "1, 1, 0", "1, -1, 1", "4611686018427387904, 1, 1"})
  void construct_figureOutOfRange_isAnError(long capacity, long tokens, long micros) {
    assertThatThrownBy(() -> new BucketSpec(capacity, tokens, micros))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 5/s, 0, 1",
    "1, 1 per 30d, 0, 1",
    "400, 1 per 30d, 0, 10",
    "1000000000, 1000000/s, 0, 1",
    "3, 6 per 60s, 60000000, 3",
    "1000000, 100/h, 3600000000, 5"
  })
  void fit_ordinaryFigures_areKept(long capacity, String refill, long maxWait, long permits) {
    BucketSpec spec = BucketSpec.fit(capacity, Refill.parse(refill), maxWait, permits);

    assertThat(spec.refill()).isEqualTo(Refill.parse(refill));
    assertThat(spec.capacity()).isEqualTo(capacity);
  }

  @Test
  void fit_fractionWithALongPeriod_isReplacedByOneJustBelow() {
    Refill wanted = Refill.parse("0.333333333333333333/s");

    BucketSpec spec = BucketSpec.fit(1000, wanted, 0, 1);

    assertThat(spec.refill()).isNotEqualTo(wanted);
    assertThat(shortfall(wanted, spec.refill())).isBetween(0.0, 1e-9);
  }

  @Test
  void fit_tooLarge_namesTheLargestCapacityAndTheNearestRefillThatWork() {
    Refill refill = Refill.parse("1/d");

    assertThatThrownBy(() -> BucketSpec.fit(1_000_000, refill, 0, 1))
        .hasMessageContaining("largest capacity that works with this refill is 13030")
        .hasMessageContaining("nearest refill that works with this capacity is");

    assertThat(BucketSpec.fit(13030, refill, 0, 1).refill()).isEqualTo(refill);
    assertThatThrownBy(() -> BucketSpec.fit(13031, refill, 0, 1));
  }

  @Test
  void fit_tooLarge_theRefillNamedWorks() {
    String message = messageOf(() -> BucketSpec.fit(1_000_000, Refill.parse("1/d"), 0, 1));
    String named = message.replaceAll(".*nearest refill that works with this capacity is ", "");

    assertThat(BucketSpec.fit(1_000_000, Refill.parse(named), 0, 1).refill())
        .isEqualTo(Refill.parse(named));
  }

  @Test
  void guava1622_maxWaitOfTenThousandDays_isAnErrorOrExact() {
    long tenThousandDays = 10_000L * 86_400 * 1_000_000;

    assertThatThrownBy(() -> BucketSpec.fit(10, Refill.parse("1001/s"), tenThousandDays, 1))
        .hasMessageContaining("a shorter max-wait helps too");
    assertThatThrownBy(() -> BucketSpec.fit(10, Refill.parse("5/s"), Long.MAX_VALUE, 1))
        .hasMessageContaining("no capacity works with this refill")
        .hasMessageContaining("no refill works with this capacity");
    assertThat(BucketSpec.fit(10, Refill.parse("5/s"), tenThousandDays, 1).refill())
        .isEqualTo(Refill.parse("5/s"));
  }

  @Property
  void fit_anyFigures_withinTheBoundAndTheBestThereIs(
      @ForAll @LongRange(min = 1, max = 1L << 45) long capacity,
      @ForAll @LongRange(min = 1, max = 1L << 55) long tokens,
      @ForAll @LongRange(min = 1, max = 1L << 55) long micros,
      @ForAll @LongRange(min = 0, max = 1L << 45) long maxWait) {
    Refill wanted = Refill.of(tokens, micros);
    BucketSpec spec;
    try {
      spec = BucketSpec.fit(capacity, wanted, maxWait, 1);
    } catch (IllegalArgumentException tooLarge) {
      return;
    }

    assertThat(units(capacity, maxWait, spec)).isLessThanOrEqualTo(BigInteger.valueOf(MAX_UNITS));
    assertThat(shortfall(wanted, spec.refill())).isBetween(0.0, 1e-9);
  }

  @Property
  void fit_smallBound_agreesWithTryingEveryPeriod(
      @ForAll @LongRange(min = 1, max = 500) long tokens,
      @ForAll @LongRange(min = 1, max = 500) long micros,
      @ForAll @LongRange(min = 1, max = 40) long perPeriod,
      @ForAll @LongRange(min = 0, max = 40) long perToken,
      @ForAll @LongRange(min = 1, max = 2000) long limit) {
    NearFractions near =
        NearFractions.of(
            Refill.of(tokens, micros),
            BigInteger.valueOf(perPeriod),
            BigInteger.valueOf(perToken),
            BigInteger.valueOf(limit));

    Refill best = null;
    for (long p = 1; p * perPeriod <= limit; p++) {
      long most = Math.min(limit, tokens * p / micros);
      long r = perToken == 0 ? most : Math.min(most, (limit - p * perPeriod) / perToken);
      if (r > 0 && (best == null || ratio(r, p).compareTo(ratio(best)) > 0)) {
        best = Refill.of(r, p);
      }
    }
    assertThat(near.below()).isEqualTo(best);
  }

  @Test
  void timeToFull_isRoundedUp() {
    assertThat(new BucketSpec(10, 5, 1_000_000).timeToFullMicros()).isEqualTo(2_000_000);
    assertThat(new BucketSpec(10, 3, 1_000_000).timeToFullMicros()).isEqualTo(3_333_334);
    assertThat(new BucketSpec(1, 1_000_000, 1).timeToFullMicros()).isEqualTo(1);
  }

  @Test
  void share_dividesCapacityAndRefill() {
    BucketSpec spec = new BucketSpec(10, 5, 1_000_000);

    assertThat(spec.share(3, 1)).isEqualTo(new BucketSpec(3, 5, 3_000_000));
    assertThat(spec.share(3, 4)).isEqualTo(new BucketSpec(4, 5, 3_000_000));
    assertThat(spec.share(100, 1)).isEqualTo(new BucketSpec(1, 5, 100_000_000));
    assertThat(spec.share(1, 1)).isEqualTo(spec);
    assertThatThrownBy(() -> spec.share(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void share_figuresThatFit_isExact(
      @ForAll @LongRange(min = 1, max = 1L << 20) long capacity,
      @ForAll @LongRange(min = 1, max = 1L << 50) long tokens,
      @ForAll @LongRange(min = 1, max = 1L << 30) long micros,
      @ForAll @LongRange(min = 1, max = 100_000) long processes) {
    BucketSpec share = new BucketSpec(capacity, tokens, micros).share((int) processes, 1);

    assertThat(share.capacity()).isEqualTo(Math.max(1, capacity / processes));
    Assume.that(share.capacity() * micros <= MAX_UNITS / processes);
    assertThat(share.refill())
        .isEqualTo(
            Refill.of(
                BigInteger.valueOf(tokens),
                BigInteger.valueOf(micros).multiply(BigInteger.valueOf(processes))));
  }

  @Test
  void share_slowerThanAnyThatFits_isTheSlowestThatDoes() {
    BucketSpec slow = new BucketSpec(1, 1, MAX_UNITS);

    assertThat(slow.share(3, 1)).isEqualTo(slow);
  }

  @Test
  void boundedWait_keepsTheDebtWithinTheBound() {
    BucketSpec spec = new BucketSpec(10, 1_000_000, 1);

    assertThat(spec.boundedWaitMicros(1_000)).isEqualTo(1_000);
    assertThat(spec.boundedWaitMicros(Long.MAX_VALUE)).isEqualTo((MAX_UNITS - 10) / 1_000_000);
  }

  private static BigInteger units(long capacity, long maxWait, BucketSpec spec) {
    return BigInteger.valueOf(capacity + 1)
        .multiply(BigInteger.valueOf(spec.periodMicros()))
        .add(BigInteger.valueOf(maxWait).multiply(BigInteger.valueOf(spec.refillTokens())));
  }

  private static double shortfall(Refill wanted, Refill got) {
    return ratio(wanted)
        .subtract(ratio(got))
        .divide(ratio(wanted), MathContext.DECIMAL128)
        .doubleValue();
  }

  private static BigDecimal ratio(Refill refill) {
    return new BigDecimal(refill.tokens())
        .divide(new BigDecimal(refill.periodMicros()), new MathContext(60));
  }

  private static BigDecimal ratio(long tokens, long micros) {
    return BigDecimal.valueOf(tokens).divide(BigDecimal.valueOf(micros), new MathContext(60));
  }

  private static String messageOf(Runnable failing) {
    try {
      failing.run();
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
    throw new AssertionError("did not fail");
  }
}
