package io.github.ratelimitagent.benchmark.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/** What several measurements of one thing say: the median, and how far apart they lie. */
public record Spread(double median, double min, double max, int count) {
  /** Of the values that are numbers; a spread of none is all NaN. */
  public static Spread of(Collection<Double> values) {
    double[] sorted =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).toArray();
    Arrays.sort(sorted);
    int count = sorted.length;
    return count == 0
        ? new Spread(Double.NaN, Double.NaN, Double.NaN, 0)
        : new Spread(median(sorted), sorted[0], sorted[count - 1], count);
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** A number with as many digits as it deserves: three that count, or all before the point. */
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    String format = size >= 100 || size == 0 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, size < 0.1 && size > 0 ? "%.3f" : format, value);
  }

  /** The median alone. */
  public String brief() {
    return number(median);
  }

  /** The median, and below it in small the least and the greatest where there are several. */
  @Override
  public String toString() {
    return count < 2 ? brief() : brief() + " (" + number(min) + ".." + number(max) + ")";
  }
}
