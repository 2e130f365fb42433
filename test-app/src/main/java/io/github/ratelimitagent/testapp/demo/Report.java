package io.github.ratelimitagent.testapp.demo;

import io.github.ratelimitagent.testapp.demo.Style.Colour;
import java.io.IOException;
import java.nio.file.Path;

/** What the demo prints when the calls are made. */
final class Report {
  private final Terminal terminal;
  private final Run run;
  private final Verdict verdict;

  Report(Terminal terminal, Run run, Verdict verdict) {
    this.terminal = terminal;
    this.run = run;
    this.verdict = verdict;
  }

  /** Prints everything, the counts of the run in the very last line. */
  void print(BucketView bucket, Path svg) throws IOException {
    terminal.line();
    new WorkerTable(run, terminal.style).lines().forEach(terminal::line);
    terminal.line();
    terminal.line(
        "  " + terminal.style.paint(verdict.right ? Colour.GRANTED : Colour.WRONG, verdict.text));
    run.calls.stream()
        .filter(call -> !call.granted)
        .findFirst()
        .ifPresent(call -> terminal.line("  a rejected caller got " + call.rejection));
    terminal.line();
    new TextPlot(run, terminal.style).lines().forEach(terminal::line);
    terminal.line();
    terminal.line("  the bucket, as redis-cli would show it");
    for (String[] shown : bucket.describe()) {
      terminal.line("    " + shown[0]);
      terminal.line("      " + shown[1]);
    }
    terminal.line();
    terminal.line("  the same plot as a picture: " + svg);
    terminal.line();
    terminal.line(
        String.format(
            "granted %d, bound %d, calls %d", run.granted(), Verdict.most(run), run.calls.size()));
  }
}
