package io.github.ratelimitagent.testapp.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The counts of a run, per worker and in all, and the bound beside them. */
final class WorkerTable {
  private static final String ROW = "  %-8s %8s %8s %9s";

  private final Run run;
  private final Style style;

  WorkerTable(Run run, Style style) {
    this.run = run;
    this.style = style;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(row("worker", "calls", "granted", "rejected"));
    for (int worker = 1; worker <= run.workers; worker++) {
      lines.add(counts(String.valueOf(worker), run.calls(worker), run.granted(worker)));
    }
    lines.add(
        counts("total", run.calls.size(), run.granted())
            + String.format(
                Locale.ROOT,
                "     bound: floor(%d + %d/s %s %.3f s) = %d",
                run.bound.capacity,
                run.bound.refillPerSecond,
                style.times(),
                run.lengthMicros() / 1e6,
                Verdict.most(run)));
    return lines;
  }

  private static String counts(String name, long calls, long granted) {
    return row(
        name, String.valueOf(calls), String.valueOf(granted), String.valueOf(calls - granted));
  }

  private static String row(String first, String calls, String granted, String rejected) {
    return String.format(ROW, first, calls, granted, rejected);
  }
}
