package io.github.ratelimitagent.limit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How fast a bucket fills, as the exact fraction tokens / microseconds in lowest terms. Immutable;
 * equal when the fractions are.
 */
public final class Refill {
  private static final String WANTED =
      "wanted tokens above 0 and a period, such as 5/s, 90/m, 1000/h, 1000/d, 6 per 60s, "
          + "or a bare number of tokens per second";

  // the digits are bounded so that no text of a config can make a number of a million digits
  private static final String NUMBER = "\\d{1,40}(?:\\.\\d{1,40})?(?:[eE][+-]?\\d{1,2})?";
  private static final Pattern FORM =
      Pattern.compile(
          "(" + NUMBER + ")\\s*(?:/\\s*([smhd])|per\\s+(" + NUMBER + ")\\s*([A-Za-z]*))?");

  /** What people write instead. */
  private static final Pattern NAMED_PERIOD =
      Pattern.compile(
          "("
              + NUMBER
              + ")\\s*(?:(?:tokens?|permits?|calls?|requests?)\\b)?"
              + "\\s*(?:/|(?:per|an?|each|every)\\b)?\\s*("
              + NUMBER
              + ")?\\s*(s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?|weeks?)",
          Pattern.CASE_INSENSITIVE);

  private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(1_000_000);
  private static final Map<String, BigDecimal> MICROS_PER_UNIT = microsPerUnit();

  private final BigInteger tokens;
  private final BigInteger periodMicros;

  private Refill(BigInteger tokens, BigInteger periodMicros) {
    BigInteger divisor = tokens.gcd(periodMicros);
    this.tokens = tokens.divide(divisor);
    this.periodMicros = periodMicros.divide(divisor);
  }

  /** {@code tokens} in {@code periodMicros}, both at least 1. */
  public static Refill of(long tokens, long periodMicros) {
    return of(BigInteger.valueOf(tokens), BigInteger.valueOf(periodMicros));
  }

  static Refill of(BigInteger tokens, BigInteger periodMicros) {
    if (tokens.signum() <= 0 || periodMicros.signum() <= 0) {
      throw new IllegalArgumentException(tokens + " per " + periodMicros + "us: " + WANTED);
    }
    return new Refill(tokens, periodMicros);
  }

  /**
   * Reads {@code 5/s}, {@code 90/m}, {@code 1000/h}, {@code 1000/d}, {@code 6 per 60s}, {@code
   * 0.9/s}, or a bare number of tokens per second.
   *
   * @throws IllegalArgumentException with the text seen and what is wanted
   */
  public static Refill parse(String text) {
    Matcher form = FORM.matcher(text.trim());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a refill: " + meant(text) + WANTED);
    }
    BigDecimal tokens = new BigDecimal(group(form, 1));
    BigDecimal micros = micros(form, text);
    if (tokens.signum() == 0 || micros.signum() == 0) {
      throw new IllegalArgumentException("\"" + text + "\" has a zero: " + WANTED);
    }
    int scale = Math.max(0, Math.max(tokens.scale(), micros.scale()));
    return new Refill(
        tokens.scaleByPowerOfTen(scale).toBigIntegerExact(),
        micros.scaleByPowerOfTen(scale).toBigIntegerExact());
  }

  /** A question for who has written the name of a period after the slash; else nothing. */
  private static String meant(String text) {
    Matcher named = NAMED_PERIOD.matcher(text.trim());
    if (!named.matches()) {
      return "";
    }
    String tokens = group(named, 1);
    String count = group(named, 2);
    String period = group(named, 3).toLowerCase(Locale.ROOT);
    String unit = period.substring(0, 1);
    if (period.startsWith("week")) {
      return count.isEmpty() ? "did you mean " + tokens + " per 7d? " : "";
    }
    return "did you mean "
        + tokens
        + (count.isEmpty() ? "/" + unit : " per " + count + unit)
        + "? ";
  }

  private static BigDecimal micros(Matcher form, String text) {
    String letter = form.group(2);
    if (letter != null) {
      return unit(letter, text);
    }
    String count = form.group(3);
    if (count == null) {
      return MICROS_PER_SECOND;
    }
    String unit = group(form, 4);
    if (unit.isEmpty()) {
      throw new IllegalArgumentException(
          "the period of \""
              + text
              + "\" has no unit: write "
              + form.group(1)
              + " per "
              + count
              + "s");
    }
    return new BigDecimal(count).multiply(unit(unit, text));
  }

  private static String group(Matcher form, int index) {
    String text = form.group(index);
    return text == null ? "" : text;
  }

  private static BigDecimal unit(String name, String text) {
    BigDecimal micros = MICROS_PER_UNIT.get(name);
    if (micros == null) {
      throw new IllegalArgumentException(
          "\""
              + name
              + "\" in \""
              + text
              + "\" is not a unit of time: wanted d, h, m, s, ms, us"
              + " or ns");
    }
    return micros;
  }

  private static Map<String, BigDecimal> microsPerUnit() {
    Map<String, BigDecimal> units = new HashMap<>();
    name(units, new BigDecimal("0.001"), "ns", "nano", "nanos", "nanosecond", "nanoseconds");
    name(units, BigDecimal.ONE, "us", "micro", "micros", "microsecond", "microseconds");
    name(units, new BigDecimal(1_000), "ms", "milli", "millis", "millisecond", "milliseconds");
    name(units, MICROS_PER_SECOND, "s", "second", "seconds");
    name(units, new BigDecimal(60_000_000L), "m", "minute", "minutes");
    name(units, new BigDecimal(3_600_000_000L), "h", "hour", "hours");
    name(units, new BigDecimal(86_400_000_000L), "d", "day", "days");
    return units;
  }

  private static void name(Map<String, BigDecimal> units, BigDecimal micros, String... names) {
    for (String name : names) {
      units.put(name, micros);
    }
  }

  BigInteger tokens() {
    return tokens;
  }

  BigInteger periodMicros() {
    return periodMicros;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Refill
        && tokens.equals(((Refill) other).tokens)
        && periodMicros.equals(((Refill) other).periodMicros);
  }

  @Override
  public int hashCode() {
    return 31 * tokens.hashCode() + periodMicros.hashCode();
  }

  /** In the shortest form that {@link #parse} reads back to an equal refill. */
  @Override
  public String toString() {
    for (String unit : new String[] {"s", "m", "h", "d"}) {
      BigInteger[] rate =
          tokens.multiply(unit(unit, unit).toBigInteger()).divideAndRemainder(periodMicros);
      if (rate[1].signum() == 0) {
        return rate[0] + "/" + unit;
      }
    }
    for (String unit : new String[] {"d", "h", "m", "s", "ms"}) {
      BigInteger[] count = periodMicros.divideAndRemainder(unit(unit, unit).toBigInteger());
      if (count[1].signum() == 0) {
        return tokens + " per " + count[0] + unit;
      }
    }
    return tokens + " per " + periodMicros + "us";
  }
}
