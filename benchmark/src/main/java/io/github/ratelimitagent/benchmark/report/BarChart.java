package io.github.ratelimitagent.benchmark.report;

import io.github.ratelimitagent.testapp.demo.Svg;
import java.util.ArrayList;
import java.util.List;

/** Bars that lie, each with the range of its measurements. For one thread. */
public final class BarChart {
  private static final int LEFT = 330;
  private static final int TOP = 56;
  private static final int WIDTH = 520;
  private static final int BAR = 26;
  private static final int RIGHT = 110;

  private final String title;
  private final String unit;
  private final boolean logarithmic;
  private final List<Bar> bars = new ArrayList<>();

  /** One bar; {@code kind} chooses its colour. */
  private record Bar(String name, int kind, Spread spread) {}

  /** An empty chart; values on a logarithmic axis must be above 0. */
  public BarChart(String title, String unit, boolean logarithmic) {
    this.title = title;
    this.unit = unit;
    this.logarithmic = logarithmic;
  }

  /** Adds a bar below the others, unless nothing was measured. Bars of a kind look alike. */
  public void add(String name, int kind, Spread spread) {
    if (spread.count() > 0) {
      bars.add(new Bar(name, kind, spread));
    }
  }

  /** The chart as an SVG document. */
  public String draw() {
    double most = bars.stream().mapToDouble(bar -> bar.spread.max()).max().orElse(1);
    double least = bars.stream().mapToDouble(bar -> bar.spread.min()).min().orElse(1);
    Axis axis = logarithmic && least > 0 ? Axis.logarithmic(least, most) : Axis.linear(most);
    int height = BAR * bars.size() + 12;
    int kinds = bars.stream().mapToInt(Bar::kind).max().orElse(0) + 1;
    Svg svg = new Svg(LEFT + WIDTH + RIGHT, TOP + height + 48, title, Palette.css(kinds));
    svg.rectangle("paper", 0, 0, LEFT + WIDTH + RIGHT, TOP + height + 48.0);
    svg.text("title", 16, 26, title);
    svg.rectangle("frame", LEFT, TOP, WIDTH, height);
    for (double tick : axis.ticks()) {
      double x = x(axis, tick);
      svg.line("grid", x, TOP, x, TOP + height);
      svg.text("middle", x, TOP + height + 18, Axis.label(tick));
    }
    svg.text("middle", LEFT + WIDTH / 2.0, TOP + height + 38, unit);
    double y = TOP + 10;
    for (Bar bar : bars) {
      svg.text("end", LEFT - 10, y + 14, bar.name);
      double end = x(axis, bar.spread.median());
      svg.rectangle("f" + bar.kind, LEFT, y, Math.max(1, end - LEFT), BAR - 10);
      double from = x(axis, bar.spread.min());
      double to = x(axis, bar.spread.max());
      svg.line("range", from, y + 8, to, y + 8);
      svg.text("value", Math.max(end, to) + 6, y + 13, bar.spread.brief());
      y += BAR;
    }
    return svg.toString();
  }

  private static double x(Axis axis, double value) {
    return LEFT + WIDTH * axis.position(value);
  }
}
