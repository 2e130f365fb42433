package io.github.ratelimitagent.limit.template;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The exact {@code long} behind a value. */
final class WholeNumber {
  private WholeNumber() {}

  /**
   * The number that {@code value} is or, if it is a text, spells.
   *
   * @throws ArithmeticException when it is a number but not a whole one that fits
   * @throws NumberFormatException when it is no number
   */
  static long of(@Nullable Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    if (value instanceof Number) {
      return new BigDecimal(value.toString()).longValueExact();
    }
    if (value instanceof CharSequence) {
      return Long.parseLong(value.toString());
    }
    throw new NumberFormatException();
  }
}
