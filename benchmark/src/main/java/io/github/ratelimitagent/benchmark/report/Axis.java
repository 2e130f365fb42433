package io.github.ratelimitagent.benchmark.report;

import io.github.ratelimitagent.testapp.demo.Ticks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values along one side of a chart. Immutable. */
final class Axis {
  private static final int MOST_TICKS = 8;

  private final double from;
  private final double to;
  private final boolean logarithmic;
  private final List<Double> ticks;

  private Axis(double from, double to, boolean logarithmic, List<Double> ticks) {
    this.from = from;
    this.to = to;
    this.logarithmic = logarithmic;
    this.ticks = ticks;
  }

  /** From 0 to a little more than {@code most}. */
  static Axis linear(double most) {
    double to = most > 0 ? most * 1.05 : 1;
    return new Axis(0, to, false, Ticks.upTo(to, MOST_TICKS));
  }

  /** Whole powers of ten around the values, all above 0. */
  static Axis logarithmic(double least, double most) {
    double from = Math.pow(10, Math.floor(Math.log10(least)));
    double to = Math.pow(10, Math.ceil(Math.log10(most)));
    List<Double> powers = new ArrayList<>();
    double end = to > from ? to : from * 10;
    for (double power = from; power <= end * 1.001; power *= 10) {
      powers.add(power);
    }
    return new Axis(from, end, true, powers);
  }

  /** Logarithmic, from the first to the last of several values, which are labelled. */
  static Axis through(double[] values) {
    List<Double> ticks = Arrays.stream(values).boxed().toList();
    return new Axis(values[0], values[values.length - 1], true, ticks);
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
    return ticks;
  }

  static String label(double tick) {
    return tick >= 1e6
        ? Ticks.label(tick / 1e6) + "M"
        : tick >= 1e3 ? Ticks.label(tick / 1e3) + "k" : Ticks.label(tick);
  }
}
