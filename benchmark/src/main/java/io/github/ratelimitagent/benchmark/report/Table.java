package io.github.ratelimitagent.benchmark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A table in Markdown; the first column is text, the others are figures. For one thread. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /** With the names of the columns. */
  public Table(String... columns) {
    rows.add(Arrays.asList(columns));
  }

  /** Adds a row of as many cells as there are columns. */
  public void row(Object... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + rows.get(0).size() + " columns: " + Arrays.asList(cells));
    }
    rows.add(Arrays.stream(cells).map(cell -> String.valueOf(cell).replace("|", "\\|")).toList());
  }

  @Override
  public String toString() {
    List<String> lines = rows.stream().map(Table::line).collect(Collectors.toList());
    lines.add(1, "| --- |" + " ---: |".repeat(rows.get(0).size() - 1));
    return String.join("\n", lines) + "\n";
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
