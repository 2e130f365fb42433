package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Refill;
import io.github.ratelimitagent.limit.template.Template;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the figures of a limit's bucket, which depend on one another. */
final class Figures {
  private final Section limit;

  Figures(Section limit) {
    this.limit = limit;
  }

  /** Null after a problem. */
  @Nullable BucketSpec read(long maxWaitMicros, @Nullable Template permits) {
    Setting capacitySetting =
        limit.require(Key.CAPACITY, "write capacity = 10, or how many calls may come at once");
    Setting refillSetting =
        limit.require(
            Key.REFILL, "write refill = 5/s, or how many calls there may be in the long run");
    Long capacity =
        capacitySetting == null
            ? null
            : WholeNumbers.read(capacitySetting, "tokens", 1, BucketSpec.MAX_UNITS);
    Refill refill = refillSetting == null ? null : refill(refillSetting);
    boolean permitsFit = permits != null && permitsFit(permits, capacity);
    if (capacitySetting == null || refillSetting == null || capacity == null || refill == null) {
      return null;
    }
    // what a template renders is not known: no call takes more than the capacity
    long largest =
        permits == null || !permitsFit ? capacity : permits.constantNumber().orElse(capacity);
    try {
      BucketSpec spec = BucketSpec.fit(capacity, refill, maxWaitMicros, largest);
      warnIfRounded(refillSetting, refill, spec);
      return spec;
    } catch (IllegalArgumentException e) {
      capacitySetting.fault(e);
      return null;
    }
  }

  /** As they were written, where they are counted like that. */
  String written(BucketSpec spec) {
    Setting setting = limit.find(Key.REFILL);
    String text = setting == null ? null : setting.text();
    if (text == null || !Refill.parse(text).equals(spec.refill())) {
      return spec.toString();
    }
    String refill = text.trim();
    boolean bare = Character.isDigit(refill.charAt(refill.length() - 1));
    return refill + (bare ? "/s" : "") + " (capacity " + spec.capacity() + ")";
  }

  private static void warnIfRounded(Setting setting, Refill wanted, BucketSpec spec) {
    if (!spec.refill().equals(wanted)) {
      setting.warning(
          "is " + wanted + ", counted as " + spec.refill(),
          "that is the nearest below it that can be counted exactly, less than a billionth away");
    }
  }

  private static @Nullable Refill refill(Setting setting) {
    String text = setting.text();
    if (text == null) {
      return null;
    }
    if (text.length() > Shown.LONGEST) {
      setting.problem("is " + Shown.text(text) + ": wanted a refill", "write refill = 5/s");
      return null;
    }
    try {
      return Refill.parse(text);
    } catch (IllegalArgumentException e) {
      setting.fault(e);
      return null;
    }
  }

  private boolean permitsFit(Template permits, @Nullable Long capacity) {
    if (!permits.isConstant()) {
      return true;
    }
    Setting setting = limit.get(Key.PERMITS);
    OptionalLong number = permits.constantNumber();
    if (!number.isPresent()) {
      setting.problem(
          "is " + Shown.text(permits.source()) + ": wanted a whole number or a template",
          "write permits = 1, or permits = \"{items.size()}\" in double quotes");
      return false;
    }
    if (number.getAsLong() < 1) {
      setting.problem(
          "is " + number.getAsLong() + ": wanted at least 1",
          "leave the methods that cost nothing out by exclude or when");
      return false;
    }
    if (capacity != null && number.getAsLong() > capacity) {
      setting.problem(
          "is "
              + number.getAsLong()
              + ", more than the capacity of "
              + capacity
              + ": no call would ever be allowed",
          "write a capacity of at least " + number.getAsLong() + ", or fewer permits");
      return false;
    }
    return true;
  }
}
