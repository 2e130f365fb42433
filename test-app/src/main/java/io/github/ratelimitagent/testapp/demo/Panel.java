package io.github.ratelimitagent.testapp.demo;

import java.util.Collections;
import java.util.List;

/** A rectangle of a picture with a scale along each side, both beginning at 0. Immutable. */
final class Panel {
  private static final List<Double> NO_TICKS = Collections.emptyList();

  final double left;
  final double top;
  final double width;
  final double height;
  private final double endX;
  private final double endY;

  Panel(double left, double top, double width, double height, double endX, double endY) {
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
    this.endX = endX;
    this.endY = endY;
  }

  double x(double value) {
    return left + width * value / endX;
  }

  double y(double value) {
    return bottom() - height * value / endY;
  }

  double bottom() {
    return top + height;
  }

  /** Draws the frame, a name above it and a line for each round value, those of y labelled. */
  void draw(Svg svg, String name, int mostTicksX, int mostTicksY) {
    svg.text("panel", left, top - 10, name);
    svg.rectangle("frame", left, top, width, height);
    for (double tick : Ticks.upTo(endX, mostTicksX)) {
      svg.line("grid", x(tick), top, x(tick), bottom());
    }
    for (double tick : mostTicksY == 0 ? NO_TICKS : Ticks.upTo(endY, mostTicksY)) {
      svg.line("grid", left, y(tick), left + width, y(tick));
      svg.text("y-label", left - 8, y(tick) + 4, Ticks.label(tick));
    }
  }

  /** Labels the round values of the lower side. */
  void labelX(Svg svg, int mostTicks, String unit) {
    for (double tick : Ticks.upTo(endX, mostTicks)) {
      svg.text("x-label", x(tick), bottom() + 18, Ticks.label(tick) + unit);
    }
  }
}
