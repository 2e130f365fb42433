package io.github.ratelimitagent.benchmark.report;

import io.github.ratelimitagent.testapp.demo.Ticks;
import java.util.ArrayList;
import java.util.List;

/** The values along one side of a chart. Immutable. */
final class Axis {
  private static final int MOST_TICKS = 8;

  private final double from;
  private final double to;
  private final boolean logarithmic;

  private Axis(double from, double to, boolean logarithmic) {
    this.from = from;
    this.to = to;
    this.logarithmic = logarithmic;
  }

  /** From 0 to a little more than {@code most}. */
  static Axis linear(double most) {
    return new Axis(0, most > 0 ? most * 1.05 : 1, false);
  }

  /** Whole powers of ten around the values, all above 0. */
  static Axis logarithmic(double least, double most) {
    double from = Math.pow(10, Math.floor(Math.log10(least)));
    double to = Math.pow(10, Math.ceil(Math.log10(most)));
    return new Axis(from, to > from ? to : from * 10, true);
  }

  /** Where a value lies: 0 at the beginning, 1 at the end; values beyond them lie there. */
  double position(double value) {
    double share =
        logarithmic
            ? (Math.log10(Math.max(value, from)) - Math.log10(from))
                / (Math.log10(to) - Math.log10(from))
            : (value - from) / (to - from);
    return Math.max(0, Math.min(1, share));
  }

  /** The values to label. */
  List<Double> ticks() {
    if (!logarithmic) {
      return Ticks.upTo(to, MOST_TICKS);
    }
    List<Double> powers = new ArrayList<>();
    for (double power = from; power <= to * 1.001; power *= 10) {
      powers.add(power);
    }
    return powers;
  }

  static String label(double tick) {
    return tick >= 1e6
        ? Ticks.label(tick / 1e6) + "M"
        : tick >= 1e3 ? Ticks.label(tick / 1e3) + "k" : Ticks.label(tick);
  }
}
