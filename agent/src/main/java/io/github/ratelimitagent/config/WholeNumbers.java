package io.github.ratelimitagent.config;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads whole numbers; one that would have to be rounded is a problem. */
final class WholeNumbers {
  // bounded, so that no text can make a number of a million digits
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\d{1,40}(?:\\.\\d{1,40})?(?:[eE][+-]?\\d{1,2})?");

  private WholeNumbers() {}

  /** Null after a problem. */
  static @Nullable Long read(Setting setting, String noun, long least, long most) {
    String text = setting.text();
    if (text == null) {
      return null;
    }
    String field = setting.field() + " = ";
    String wanted = ": wanted a whole number of " + noun + ", at least " + least;
    if (!NUMBER.matcher(text).matches()) {
      setting.problem(
          "is " + Shown.text(text) + wanted, "write digits only, such as " + field + "10");
      return null;
    }
    BigDecimal number = new BigDecimal(text);
    if (number.compareTo(BigDecimal.valueOf(least)) < 0) {
      setting.problem("is " + text + wanted, "write " + field + least + " or more");
    } else if (number.compareTo(BigDecimal.valueOf(most)) > 0) {
      setting.problem("is " + text + ": wanted at most " + most, "write a smaller number");
    } else if (number.stripTrailingZeros().scale() > 0) {
      long below = number.longValue();
      setting.problem(
          "is " + text + wanted, "write " + field + below + " or " + field + (below + 1));
    } else {
      return number.longValueExact();
    }
    return null;
  }
}
