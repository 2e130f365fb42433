package io.github.ratelimitagent.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/**
 * Writes text that fits a terminal, with colours where there is one. A word that is wider than the
 * page, such as the name of a method, stays whole.
 */
final class Page {
  static final int WIDTH = 100;
  private static final String FIELD_INDENT = "  ";
  private static final int FIELD_WIDTH = 13;
  private static final int CONTINUATION = 4;

  private final PrintWriter out;
  private final Ansi ansi;

  Page(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  /** How a label looks where there are colours. */
  enum Look {
    PLAIN(""),
    BOLD("bold"),
    GOOD("bold,green"),
    DOUBTFUL("bold,yellow"),
    WRONG("bold,red");

    private final String style;

    Look(String style) {
      this.style = style;
    }
  }

  void blank() {
    out.println();
  }

  void paragraph(String text) {
    paragraph(Look.PLAIN, "", text);
  }

  /** A paragraph that begins with a label. */
  void paragraph(Look look, String label, String text) {
    List<String> lines = wrap(label + text, WIDTH);
    String first = lines.get(0);
    // a label is far shorter than a line
    out.println(styled(look, label) + first.substring(label.length()));
    for (String line : lines.subList(1, lines.size())) {
      out.println(line);
    }
  }

  /** A label, and text in a column beside it. */
  void field(Look look, String label, String text) {
    String gap = spaces(FIELD_WIDTH - label.length());
    String indent = spaces(FIELD_INDENT.length() + FIELD_WIDTH);
    List<String> lines = wrap(text, WIDTH - indent.length());
    out.println(FIELD_INDENT + styled(look, label) + gap + lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      out.println(indent + line);
    }
  }

  private String styled(Look look, String text) {
    return look == Look.PLAIN || text.isEmpty()
        ? text
        : ansi.string("@|" + look.style + " " + text + "|@");
  }

  /** Lines that fit, but for those with a caret under them and wide words. */
  static List<String> wrap(String text, int width) {
    String[] given = text.split("\n", -1);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < given.length; i++) {
      boolean drawing = isCaret(given[i]) || (i + 1 < given.length && isCaret(given[i + 1]));
      if (drawing) {
        lines.add(given[i]);
      } else {
        wrapLine(given[i], width, lines);
      }
    }
    return lines;
  }

  private static boolean isCaret(String line) {
    return line.trim().startsWith("^");
  }

  private static void wrapLine(String line, int width, List<String> lines) {
    String continuation = spaces(indent(line) + CONTINUATION);
    String rest = line;
    while (rest.length() > width) {
      int start = indent(rest);
      int cut = rest.lastIndexOf(' ', width);
      if (cut <= start) {
        cut = rest.indexOf(' ', start);
      }
      if (cut < 0) {
        break;
      }
      lines.add(rest.substring(0, cut));
      rest = continuation + rest.substring(cut + 1);
    }
    lines.add(rest);
  }

  private static int indent(String line) {
    int indent = 0;
    while (indent < line.length() && line.charAt(indent) == ' ') {
      indent++;
    }
    return indent;
  }

  private static String spaces(int count) {
    StringBuilder spaces = new StringBuilder();
    for (int i = 0; i < count; i++) {
      spaces.append(' ');
    }
    return spaces.toString();
  }
}
