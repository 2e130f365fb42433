package io.github.ratelimitagent.config;

import org.jspecify.annotations.Nullable;

/** Reads what a call does when the bucket is empty. */
final class WhenEmptyReader {
  private static final long LONGEST_MICROS = 365L * 86_400 * 1_000_000;

  private final Section limit;

  WhenEmptyReader(Section limit) {
    this.limit = limit;
  }

  /** The longest wait; 0 for none, and after a problem. */
  long maxWaitMicros() {
    Setting whenEmpty = limit.get(Key.WHEN_EMPTY);
    Setting maxWait = limit.find(Key.MAX_WAIT);
    String effect = effect(whenEmpty);
    Long micros = maxWait == null ? null : Durations.read(maxWait, 1, LONGEST_MICROS);
    if (effect == null) {
      return 0;
    }
    if (!effect.equals("block")) {
      if (maxWait != null) {
        maxWait.warning(
            "has no effect with when-empty = "
                + effect
                + (whenEmpty.isOverride() ? " of " + whenEmpty.place() : ""),
            "write when-empty = block if calls should wait, else remove max-wait");
      }
      return 0;
    }
    if (maxWait == null) {
      whenEmpty.problem(
          "is block, but there is no max-wait", "write max-wait = 2s, or how long a call may wait");
    }
    return micros == null ? 0 : micros;
  }

  private static @Nullable String effect(Setting setting) {
    String text = setting.text();
    if (text == null) {
      return null;
    }
    switch (text) {
      case "http-429":
      case "return":
        setting.problem(
            "is " + text + ": not in this version, wanted throw or block",
            "write when-empty = throw and catch the exception, or exception = a class of your own");
        return null;
      case "observe":
        setting.problem("is observe: wanted throw or block", "write mode = observe instead");
        return null;
      default:
        return setting.choice(Key.WHEN_EMPTY.choices());
    }
  }
}
