package io.github.ratelimitagent.limit;

/** Writes lengths of time as a configuration would. */
public final class DurationText {
  private static final long[] MICROS = {
    86_400_000_000L, 3_600_000_000L, 60_000_000L, 1_000_000L, 1_000L
  };
  private static final String[] UNITS = {"d", "h", "m", "s", "ms"};

  private DurationText() {}

  /** In the largest unit without a fraction: {@code 2s}, {@code 1500ms}. */
  public static String of(long micros) {
    for (int i = 0; i < MICROS.length; i++) {
      if (micros % MICROS[i] == 0) {
        return micros / MICROS[i] + UNITS[i];
      }
    }
    return micros + "us";
  }
}
