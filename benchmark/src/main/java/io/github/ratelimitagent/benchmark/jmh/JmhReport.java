package io.github.ratelimitagent.benchmark.jmh;

import io.github.ratelimitagent.benchmark.Settings;
import io.github.ratelimitagent.benchmark.report.BarChart;
import io.github.ratelimitagent.benchmark.report.Report;
import io.github.ratelimitagent.benchmark.report.Spread;
import io.github.ratelimitagent.benchmark.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page about calls in one process. */
final class JmhReport {
  private static final String PLAIN = "plain";
  private static final Map<String, String> TITLES =
      Map.ofEntries(
          Map.entry(PLAIN, "not covered by any limit"),
          Map.entry("off", "woven, the agent off"),
          Map.entry("constantKey", "woven, one bucket in the process"),
          Map.entry("argumentKey", "woven, a bucket for each of 1,024 users, in the process"),
          Map.entry("leased", "woven, a lease, one bucket in Redis"),
          Map.entry("leasedByArgument", "woven, leases, a bucket for each of 16 users in Redis"),
          Map.entry(
              "deniedRemembered", "denied, remembered, stack-trace = false, one bucket in Redis"),
          Map.entry("denied", "denied"),
          Map.entry("deniedAtDepth50", "denied, 50 calls deep"),
          Map.entry("deniedStackless", "denied, stack-trace = false"),
          Map.entry("nanoTime", "System.nanoTime()"),
          Map.entry("bucket4jLocal", "Bucket4j, in the process, by hand"));

  private final List<JmhResult> results;
  private final Inlining inlining;

  JmhReport(List<JmhResult> results, Inlining inlining) {
    this.results = results;
    this.inlining = inlining;
  }

  Path write(Settings settings, Table machine) throws IOException {
    Report report = new Report(settings.reports(), "jmh", "Calls in one process");
    report.add(
        "Nanoseconds for each call on one thread, by JMH, and bytes that each allocates; medians of"
            + " all iterations of all forks, with the least and the greatest. The packaged agent is"
            + " attached to every JVM that measures (`-javaagent`), which has a heap of 512 MiB and"
            + " `-XX:+AlwaysPreTouch`.");
    report.add(machine);
    report.chart("calls", "time of each call", chart());
    Table table = new Table("", "ns/call", "added ns", "bytes/call");
    double plain = median(PLAIN);
    for (JmhResult result : results) {
      table.row(
          title(result),
          result.nanos(),
          Spread.number(result.nanos().median() - plain),
          result.bytes());
    }
    report.add(table);
    report.add(
        "What the JIT compiler makes of a leased call with a constant key. What it puts into the"
            + " calling method costs no call; a small number of calls is left, each for the reason"
            + " that stands behind it.\n\n```text\n"
            + inlining.text()
            + "```");
    return report.write();
  }

  private String chart() {
    BarChart chart = new BarChart("Time of each call", "ns", true);
    for (int i = 0; i < results.size(); i++) {
      chart.add(title(results.get(i)), 1, results.get(i).nanos());
    }
    return chart.draw();
  }

  private static String title(JmhResult result) {
    return TITLES.getOrDefault(result.name(), result.name());
  }

  private double median(String name) {
    return results.stream()
        .filter(result -> result.name().equals(name))
        .mapToDouble(result -> result.nanos().median())
        .findFirst()
        .orElse(Double.NaN);
  }

  /** What cannot be true: a free call, or one that is dearer than any. */
  List<String> faults() {
    List<String> faults = new ArrayList<>(inlining.faults());
    for (JmhResult result : results) {
      double nanos = result.nanos().median();
      if (!(nanos > 0 && nanos < 1e7)) {
        faults.add(title(result) + ": " + nanos + " ns");
      }
    }
    if (!(median("constantKey") > median(PLAIN))) {
      faults.add("a limited call costs no more than one that is not: was it woven?");
    }
    return faults;
  }
}
