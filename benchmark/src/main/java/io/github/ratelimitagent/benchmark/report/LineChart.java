package io.github.ratelimitagent.benchmark.report;

import io.github.ratelimitagent.testapp.demo.Svg;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Lines through points, a legend beside them. For one thread. */
public final class LineChart {
  private static final int LEFT = 70;
  private static final int TOP = 56;
  private static final int WIDTH = 560;
  private static final int HEIGHT = 330;
  private static final int FEW = 8;
  private static final int LEGEND = 340;

  private final String title;
  private final String nameX;
  private final String nameY;
  private final boolean logarithmicX;
  private final boolean logarithmicY;
  private final List<Series> series = new ArrayList<>();

  /** A line, and the points it goes through. */
  private record Series(String name, List<double[]> points) {}

  /** An empty chart; values on a logarithmic axis must be above 0. */
  public LineChart(
      String title, String nameX, boolean logarithmicX, String nameY, boolean logarithmicY) {
    this.title = title;
    this.nameX = nameX;
    this.nameY = nameY;
    this.logarithmicX = logarithmicX;
    this.logarithmicY = logarithmicY;
  }

  /** Adds a line through points of x and y. */
  public void add(String name, List<double[]> points) {
    series.add(new Series(name, points));
  }

  /** Whether there is anything to draw. */
  public boolean isEmpty() {
    return series.stream().allMatch(line -> line.points.isEmpty());
  }

  /** The chart as an SVG document. */
  public String draw() {
    Axis axisX = axis(point -> point[0], logarithmicX);
    Axis axisY = axis(point -> point[1], logarithmicY);
    int width = LEFT + WIDTH + LEGEND;
    int height = TOP + HEIGHT + 56;
    Svg svg = new Svg(width, height, title, Palette.css(series.size()));
    svg.rectangle("paper", 0, 0, width, height);
    svg.text("title", LEFT, 24, title);
    svg.text("name", LEFT, TOP - 10, nameY);
    svg.text("middle", LEFT + WIDTH / 2.0, TOP + HEIGHT + 42, nameX);
    svg.rectangle("frame", LEFT, TOP, WIDTH, HEIGHT);
    for (double tick : axisX.ticks()) {
      double x = LEFT + WIDTH * axisX.position(tick);
      svg.line("grid", x, TOP, x, TOP + HEIGHT);
      svg.text("middle", x, TOP + HEIGHT + 18, Axis.label(tick));
    }
    for (double tick : axisY.ticks()) {
      double y = y(axisY, tick);
      svg.line("grid", LEFT, y, LEFT + WIDTH, y);
      svg.text("end", LEFT - 8, y + 4, Axis.label(tick));
    }
    for (int i = 0; i < series.size(); i++) {
      draw(svg, i, axisX, axisY);
    }
    return svg.toString();
  }

  private void draw(Svg svg, int index, Axis axisX, Axis axisY) {
    Series line = series.get(index);
    double legendY = TOP + 12 + 22.0 * index;
    svg.line("l" + index, LEFT + WIDTH + 16, legendY, LEFT + WIDTH + 40, legendY);
    svg.text("legend", LEFT + WIDTH + 48, legendY + 4, line.name);
    if (line.points.isEmpty()) {
      return;
    }
    Svg.Path path = new Svg.Path();
    for (double[] point : line.points) {
      double x = LEFT + WIDTH * axisX.position(point[0]);
      double y = y(axisY, point[1]);
      path.to(x, y);
      if (line.points.size() <= FEW) {
        svg.circle("f" + index, x, y, 3.5);
      }
    }
    svg.path("l" + index, path);
  }

  private static double y(Axis axis, double value) {
    return TOP + HEIGHT * (1 - axis.position(value));
  }

  private Axis axis(ToDoubleFunction<double[]> coordinate, boolean logarithmic) {
    double[] values =
        series.stream()
            .flatMap(line -> line.points.stream())
            .mapToDouble(coordinate)
            .filter(value -> !logarithmic || value > 0)
            .sorted()
            .toArray();
    if (values.length == 0) {
      return Axis.linear(1);
    }
    double most = values[values.length - 1];
    double[] distinct = Arrays.stream(values).distinct().toArray();
    if (logarithmic && distinct.length > 1 && distinct.length <= FEW) {
      return Axis.through(distinct);
    }
    return logarithmic ? Axis.logarithmic(values[0], most) : Axis.linear(most);
  }
}
