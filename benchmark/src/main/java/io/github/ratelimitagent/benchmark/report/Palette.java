package io.github.ratelimitagent.benchmark.report;

/** How charts look. Colours are Okabe and Ito's, which colour-blind people can tell apart. */
final class Palette {
  private static final String[] COLOURS = {
    "#000000", "#009e73", "#d55e00", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9", "#8a7f00"
  };

  private Palette() {}

  /** The CSS of a chart of {@code series} series; series {@code i} is drawn as {@code s<i>}. */
  static String css(int series) {
    StringBuilder css =
        new StringBuilder(
            "text { font: 13px 'DejaVu Sans', Verdana, sans-serif; fill: #333 }\n"
                + ".title { font-size: 17px; font-weight: bold; fill: #111 }\n"
                + ".middle { text-anchor: middle }\n.end { text-anchor: end }\n"
                + ".paper { fill: #fff }\n.frame { fill: #fafafa; stroke: #bbb }\n"
                + ".grid { stroke: #e3e3e3 }\n.range { stroke: #333; stroke-width: 1.2 }\n");
    for (int i = 0; i < series; i++) {
      String colour = COLOURS[i % COLOURS.length];
      String dashes = i < COLOURS.length ? "" : "; stroke-dasharray: 6 3";
      css.append(".l").append(i).append(" { fill: none; stroke-width: 2; stroke: ");
      css.append(colour).append(dashes).append(" }\n");
      css.append(".f").append(i).append(" { fill: ").append(colour).append(" }\n");
    }
    return css.toString();
  }
}
