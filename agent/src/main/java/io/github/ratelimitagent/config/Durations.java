package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.DurationText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and prints lengths of time, which always have a unit. */
final class Durations {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?)\\s*([A-Za-z]*)");
  private static final Object[][] UNITS = {
    {86_400_000_000L, "d", "day", "days"},
    {3_600_000_000L, "h", "hour", "hours"},
    {60_000_000L, "m", "minute", "minutes"},
    {1_000_000L, "s", "second", "seconds"},
    {1_000L, "ms", "milli", "millis", "millisecond", "milliseconds"},
    {1L, "us", "micro", "micros", "microsecond", "microseconds"},
  };

  private Durations() {}

  /** The microseconds; null after a problem. */
  static @Nullable Long read(Setting setting, long least, long most) {
    String text = setting.text();
    if (text == null) {
      return null;
    }
    try {
      BigDecimal micros = micros(text, least, most);
      if (micros.compareTo(BigDecimal.valueOf(least)) < 0) {
        setting.problem("is " + text + ": wanted at least " + text(least), "");
      } else if (micros.compareTo(BigDecimal.valueOf(most)) > 0) {
        setting.problem("is " + text + ": wanted at most " + text(most), "");
      } else {
        return micros.longValueExact();
      }
    } catch (IllegalArgumentException e) {
      setting.problem("is " + Shown.text(text) + ": " + e.getMessage(), "");
    }
    return null;
  }

  /**
   * The microseconds, a fraction of one rounded up.
   *
   * @throws IllegalArgumentException with what is wanted and what to write
   */
  private static BigDecimal micros(String text, long least, long most) {
    Matcher form = FORM.matcher(text.trim());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "wanted a number and a unit (d, h, m, s, ms or us), such as 500ms");
    }
    String number = group(form, 1);
    String unit = group(form, 2);
    if (unit.isEmpty()) {
      throw new IllegalArgumentException("the unit is missing" + withUnits(number, least, most));
    }
    Long micros = unitMicros(unit);
    if (micros == null) {
      throw new IllegalArgumentException(
          Shown.text(unit) + " is not a unit of time: wanted d, h, m, s, ms or us");
    }
    return new BigDecimal(number)
        .multiply(BigDecimal.valueOf(micros))
        .setScale(0, RoundingMode.CEILING);
  }

  /** What to write: the number with the two smallest units that are within the bounds. */
  private static String withUnits(String number, long least, long most) {
    StringBuilder advice = new StringBuilder();
    int found = 0;
    for (int i = UNITS.length - 2; i >= 0 && found < 2; i--) {
      BigDecimal micros = new BigDecimal(number).multiply(BigDecimal.valueOf((Long) UNITS[i][0]));
      if (micros.compareTo(BigDecimal.valueOf(least)) >= 0
          && micros.compareTo(BigDecimal.valueOf(most)) <= 0) {
        advice.append(found++ == 0 ? ": write " : " or ").append(number).append(UNITS[i][1]);
      }
    }
    return advice.toString();
  }

  /** In the largest unit without a fraction. */
  static String text(long micros) {
    return DurationText.of(micros);
  }

  private static @Nullable Long unitMicros(String name) {
    for (Object[] unit : UNITS) {
      for (int i = 1; i < unit.length; i++) {
        if (unit[i].equals(name)) {
          return (Long) unit[0];
        }
      }
    }
    return null;
  }

  private static String group(Matcher form, int index) {
    String text = form.group(index);
    return text == null ? "" : text;
  }
}
