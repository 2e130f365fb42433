package io.github.ratelimitagent.testapp.demo;

import io.github.ratelimitagent.testapp.demo.Style.Colour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;

/** A run as lines of text of at most 80 columns. */
final class TextPlot {
  private static final int GUTTER = 12;
  private static final int COLUMNS = 66;
  private static final int ROWS = 10;
  private static final int MOST_TICKS = 8;

  private final Run run;
  private final Style style;
  private final double seconds;

  TextPlot(Run run, Style style) {
    this.run = run;
    this.style = style;
    this.seconds = Math.max(0.001, run.lengthMicros() / 1e6);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(" tokens in the bucket, as Redis holds them");
    tokens(lines);
    lines.add(axis());
    for (int worker = 1; worker <= run.workers; worker++) {
      lines.add(lane(worker));
    }
    lines.add(ticks("seconds", Ticks::label));
    lines.add(ticks("granted", at -> String.valueOf(run.grantedWithin(micros(at)))));
    lines.add(ticks("bound", at -> String.valueOf(run.bound.tokensWithin(micros(at)))));
    lines.add(legend());
    return lines;
  }

  private void tokens(List<String> lines) {
    double perRow = run.bound.capacity / (double) ROWS;
    for (int row = ROWS - 1; row >= 0; row--) {
      double below = row * perRow;
      String label = row == ROWS - 1 || row == ROWS / 2 - 1 ? Ticks.label(below + perRow) : "";
      String bars = cells(column -> style.block((run.tokensAt(middle(column)) - below) / perRow));
      lines.add(gutter(label) + style.wall() + style.paint(Colour.TOKENS, bars));
    }
  }

  private String lane(int worker) {
    char[] marks = blank();
    for (Call call : run.calls) {
      if (call.worker == worker) {
        int column = column((call.endMicros - run.originMicros()) / 1e6);
        // Two calls may share a column; the grant is the one to see.
        marks[column] =
            call.granted || marks[column] == style.granted() ? style.granted() : style.rejected();
      }
    }
    StringBuilder painted = new StringBuilder(gutter("worker " + worker)).append(' ');
    for (char mark : marks) {
      Colour colour = mark == style.granted() ? Colour.GRANTED : Colour.REJECTED;
      painted.append(style.paint(colour, String.valueOf(mark)));
    }
    return painted.toString();
  }

  private String axis() {
    char[] line = new char[COLUMNS];
    Arrays.fill(line, style.floor());
    for (double tick : Ticks.upTo(seconds, MOST_TICKS)) {
      line[column(tick)] = style.tick();
    }
    return gutter("0") + style.corner() + new String(line);
  }

  /** One value under each tick of the axis. */
  private String ticks(String name, DoubleFunction<String> value) {
    char[] line = blank();
    for (double tick : Ticks.upTo(seconds, MOST_TICKS)) {
      String text = value.apply(tick);
      int start = Math.min(COLUMNS - text.length(), Math.max(0, column(tick) - text.length() / 2));
      text.getChars(0, text.length(), line, start);
    }
    return gutter(name) + ' ' + trimEnd(new String(line));
  }

  private String legend() {
    return gutter("")
        + ' '
        + style.paint(Colour.GRANTED, style.granted() + " granted")
        + "   "
        + style.paint(Colour.REJECTED, style.rejected() + " rejected");
  }

  private static String cells(IntFunction<Character> cell) {
    StringBuilder cells = new StringBuilder();
    for (int column = 0; column < COLUMNS; column++) {
      cells.append(cell.apply(column));
    }
    return trimEnd(cells.toString());
  }

  private static String trimEnd(String text) {
    return text.replaceFirst(" +$", "");
  }

  private static char[] blank() {
    char[] line = new char[COLUMNS];
    Arrays.fill(line, ' ');
    return line;
  }

  private static String gutter(String label) {
    return String.format("%" + (GUTTER - 1) + "s ", label);
  }

  private int column(double atSeconds) {
    return Math.max(0, Math.min(COLUMNS - 1, (int) (atSeconds / seconds * COLUMNS)));
  }

  private long middle(int column) {
    return micros((column + 0.5) * seconds / COLUMNS);
  }

  private static long micros(double atSeconds) {
    return Math.round(atSeconds * 1e6);
  }
}
