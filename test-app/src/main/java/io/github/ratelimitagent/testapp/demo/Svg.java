package io.github.ratelimitagent.testapp.demo;

import java.util.Locale;

/** Writes the elements of an SVG picture one after the other. For one thread. */
public final class Svg {
  private final StringBuilder text = new StringBuilder();

  /** An empty picture; the description is for those who cannot see it. */
  public Svg(int width, int height, String description, String css) {
    text.append(
            String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                    + " height=\"%d\" role=\"img\">\n",
                width,
                height,
                width,
                height))
        .append("<title>")
        .append(escape(description))
        .append("</title>\n<style>\n")
        .append(css)
        .append("</style>\n");
  }

  /** A rectangle of the CSS class {@code kind}, as are the others. */
  public void rectangle(String kind, double x, double y, double width, double height) {
    element("rect", kind, "x", x, "y", y, "width", width, "height", height);
  }

  /** A straight line. */
  public void line(String kind, double x1, double y1, double x2, double y2) {
    element("line", kind, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  /** A circle around a point. */
  public void circle(String kind, double x, double y, double radius) {
    element("circle", kind, "cx", x, "cy", y, "r", radius);
  }

  /** A line through the points of {@code path}. */
  public void path(String kind, Path path) {
    text.append("<path class=\"").append(kind).append("\" d=\"").append(path).append("\"/>\n");
  }

  /** A text that begins, or as its class aligns it, at a point. */
  public void text(String kind, double x, double y, String content) {
    text.append("<text class=\"").append(kind).append('"');
    number("x", x);
    number("y", y);
    text.append('>').append(escape(content)).append("</text>\n");
  }

  private void element(String name, String kind, Object... attributes) {
    text.append('<').append(name).append(" class=\"").append(kind).append('"');
    for (int i = 0; i < attributes.length; i += 2) {
      number((String) attributes[i], (Double) attributes[i + 1]);
    }
    text.append("/>\n");
  }

  private void number(String name, double value) {
    text.append(' ').append(name).append("=\"").append(format(value)).append('"');
  }

  private static String format(double value) {
    return String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
  }

  private static String escape(String content) {
    return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** The whole picture. */
  @Override
  public String toString() {
    return text + "</svg>\n";
  }

  /** A line through points. */
  public static final class Path {
    private final StringBuilder data = new StringBuilder();

    /** Goes on to a point; the first call begins there. */
    public Path to(double x, double y) {
      data.append(data.length() == 0 ? "M" : " L").append(format(x)).append(' ').append(format(y));
      return this;
    }

    @Override
    public String toString() {
      return data.toString();
    }
  }
}
