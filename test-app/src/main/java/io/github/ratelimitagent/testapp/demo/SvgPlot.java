package io.github.ratelimitagent.testapp.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * A run as a picture: grants below the bound, tokens in the bucket, and the calls of each worker.
 */
final class SvgPlot {
  private static final int WIDTH = 960;
  private static final int LEFT = 84;
  private static final int PLOT_WIDTH = 848;
  private static final int TICKS = 9;
  private static final int LANE = 26;

  // The Okabe-Ito colours, which colour-blind people can tell apart.
  private static final String CSS =
      "text { font: 13px 'DejaVu Sans', Verdana, sans-serif; fill: #333 }\n"
          + ".title { font-size: 19px; font-weight: bold; fill: #111 }\n"
          + ".panel { font-weight: bold }\n"
          + ".x-label { text-anchor: middle }\n"
          + ".y-label { text-anchor: end }\n"
          + ".paper { fill: #fff }\n"
          + ".frame { fill: #fafafa; stroke: #bbb }\n"
          + ".grid { stroke: #e3e3e3 }\n"
          + ".bound { fill: none; stroke: #d55e00; stroke-width: 2; stroke-dasharray: 7 4 }\n"
          + ".total { fill: none; stroke: #009e73; stroke-width: 2.5 }\n"
          + ".tokens { fill: none; stroke: #0072b2; stroke-width: 1.8; stroke-linejoin: round }\n"
          + ".tokens-area { fill: #0072b2; fill-opacity: .15 }\n"
          + ".granted { fill: #009e73 }\n"
          + ".rejected { fill: #fff; stroke: #999; stroke-width: 1.2 }\n";

  private final Run run;
  private final double seconds;

  SvgPlot(Run run) {
    this.run = run;
    this.seconds = run.lengthMicros() / 1e6;
  }

  /** The picture as an SVG document. */
  String draw() {
    int lanesTop = 544;
    int lanesHeight = LANE * run.workers + 8;
    Svg svg = new Svg(WIDTH, lanesTop + lanesHeight + 52, summary(), CSS);
    svg.rectangle("paper", 0, 0, WIDTH, lanesTop + lanesHeight + 52.0);
    svg.text("title", LEFT, 36, run.workers + " JVMs, one bucket in Redis");
    svg.text("subtitle", LEFT, 58, summary());
    legend(svg);
    grants(svg, panel(112, 210, Math.max(run.granted(), boundAt(seconds)) * 1.06));
    tokens(svg, panel(372, 124, run.bound.capacity * 1.06));
    Panel lanes = panel(lanesTop, lanesHeight, 1);
    lanes(svg, lanes);
    lanes.labelX(svg, TICKS, " s");
    return svg.toString();
  }

  private String summary() {
    return String.format(
        "%d of %d calls granted; capacity %d, refill %d/s, bound %d",
        run.granted(),
        run.calls.size(),
        run.bound.capacity,
        run.bound.refillPerSecond,
        Verdict.most(run));
  }

  private Panel panel(double top, double height, double endY) {
    return new Panel(LEFT, top, PLOT_WIDTH, height, seconds, endY);
  }

  private static void legend(Svg svg) {
    double y = 54;
    svg.line("bound", 630, y, 662, y);
    svg.text("legend", 670, y + 4, "bound");
    svg.line("total", 730, y, 754, y);
    svg.circle("granted", 764, y, 5.5);
    svg.text("legend", 777, y + 4, "granted");
    svg.circle("rejected", 858, y, 4);
    svg.text("legend", 870, y + 4, "rejected");
  }

  private void grants(Svg svg, Panel panel) {
    panel.draw(
        svg, "Granted so far, all workers, and the bound capacity + refill × time", TICKS, 7);
    Svg.Path total = new Svg.Path().to(panel.x(0), panel.y(0));
    int granted = 0;
    for (Call call : run.calls) {
      if (call.granted) {
        double x = panel.x(secondsAt(call.endMicros));
        total.to(x, panel.y(granted)).to(x, panel.y(++granted));
      }
    }
    svg.path("total", total.to(panel.x(seconds), panel.y(granted)));
    svg.line("bound", panel.x(0), panel.y(boundAt(0)), panel.x(seconds), panel.y(boundAt(seconds)));
  }

  private void tokens(Svg svg, Panel panel) {
    panel.draw(svg, "Tokens in the bucket, as Redis holds them", TICKS, 6);
    List<double[]> points = new ArrayList<>();
    points.add(new double[] {0, run.tokensAt(0)});
    for (Sample sample : run.samples) {
      double at = secondsAt(sample.micros);
      if (at > 0 && at < seconds) {
        points.add(new double[] {at, sample.tokens});
      }
    }
    points.add(new double[] {seconds, run.tokensAt(run.lengthMicros())});
    Svg.Path line = new Svg.Path();
    Svg.Path area = new Svg.Path().to(panel.x(0), panel.bottom());
    for (double[] point : points) {
      line.to(panel.x(point[0]), panel.y(point[1]));
      area.to(panel.x(point[0]), panel.y(point[1]));
    }
    svg.path("tokens-area", area.to(panel.x(seconds), panel.bottom()));
    svg.path("tokens", line);
  }

  private void lanes(Svg svg, Panel panel) {
    panel.draw(svg, "Calls of each worker", TICKS, 0);
    for (int worker = 1; worker <= run.workers; worker++) {
      svg.text("y-label", LEFT - 14.0, laneY(panel, worker) + 4, "worker " + worker);
    }
    for (Call call : run.calls) {
      double x = panel.x(secondsAt(call.endMicros));
      double y = laneY(panel, call.worker);
      svg.circle(call.granted ? "granted" : "rejected", x, y, call.granted ? 5.5 : 4);
    }
  }

  private static double laneY(Panel panel, int worker) {
    return panel.top + 4 + LANE * (worker - 0.5);
  }

  private double boundAt(double atSeconds) {
    return run.bound.exactTokensWithin(Math.round(atSeconds * 1e6));
  }

  private double secondsAt(long micros) {
    return (micros - run.originMicros()) / 1e6;
  }
}
