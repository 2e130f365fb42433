package io.github.ratelimitagent.store;

import java.math.BigInteger;

/** An exact number, for the reference. */
public record Fraction(BigInteger over, BigInteger under) implements Comparable<Fraction> {
  public static final Fraction ZERO = of(0, 1);

  public static Fraction of(long over, long under) {
    return new Fraction(BigInteger.valueOf(over), BigInteger.valueOf(under)).reduced();
  }

  private Fraction reduced() {
    BigInteger divisor = over.gcd(under);
    return new Fraction(over.divide(divisor), under.divide(divisor));
  }

  public Fraction plus(Fraction that) {
    return new Fraction(
            over.multiply(that.under).add(that.over.multiply(under)), under.multiply(that.under))
        .reduced();
  }

  public Fraction minus(Fraction that) {
    return plus(new Fraction(that.over.negate(), that.under));
  }

  public Fraction times(Fraction that) {
    return new Fraction(over.multiply(that.over), under.multiply(that.under)).reduced();
  }

  public Fraction dividedBy(Fraction that) {
    return times(new Fraction(that.under, that.over));
  }

  public Fraction min(Fraction that) {
    return compareTo(that) <= 0 ? this : that;
  }

  public Fraction max(Fraction that) {
    return compareTo(that) >= 0 ? this : that;
  }

  public long floor() {
    BigInteger[] parts = over.divideAndRemainder(under);
    return parts[0].longValueExact() - (parts[1].signum() < 0 ? 1 : 0);
  }

  public long ceil() {
    return -new Fraction(over.negate(), under).floor();
  }

  @Override
  public int compareTo(Fraction that) {
    return over.multiply(that.under).compareTo(that.over.multiply(under));
  }
}
