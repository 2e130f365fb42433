package io.github.ratelimitagent.testapp.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Round values along an axis that begins at 0. */
public final class Ticks {
  private static final double[] ROUND = {1, 2, 5, 10};

  private Ticks() {}

  /** Multiples of a round step up to {@code end}, 0 included, at most {@code most} of them. */
  public static List<Double> upTo(double end, int most) {
    if (!(end > 0) || most < 2) {
      return Collections.singletonList(0.0);
    }
    double step = step(end / (most - 1));
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; i * step <= end * (1 + 1e-9); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private static double step(double least) {
    double magnitude = Math.pow(10, Math.floor(Math.log10(least)));
    for (double round : ROUND) {
      if (round * magnitude >= least * (1 - 1e-9)) {
        return round * magnitude;
      }
    }
    return 10 * magnitude;
  }

  /** A tick's value without needless digits. */
  public static String label(double tick) {
    double rounded = Math.round(tick * 1000) / 1000.0;
    return rounded == Math.rint(rounded) ? String.valueOf((long) rounded) : String.valueOf(rounded);
  }
}
