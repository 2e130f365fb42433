package io.github.ratelimitagent.benchmark.redis;

import io.github.ratelimitagent.benchmark.Settings;
import io.github.ratelimitagent.benchmark.report.BarChart;
import io.github.ratelimitagent.benchmark.report.LineChart;
import io.github.ratelimitagent.benchmark.report.Report;
import io.github.ratelimitagent.benchmark.report.Spread;
import io.github.ratelimitagent.benchmark.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The page about acquires through a Redis. */
final class RedisReport {
  private static final String CHARTED = "hot-32";

  private final Results results;
  private final List<Scenario> scenarios;
  private final List<String> contenders = Contender.all().stream().map(Contender::name).toList();

  RedisReport(Results results, List<Scenario> scenarios) {
    this.results = results;
    this.scenarios = scenarios;
  }

  Path write(Settings settings, Table machine) throws IOException {
    Report report = new Report(settings.reports(), "redis", "Acquires through Redis");
    report.add(
        "Calls per second as a multiple of PING's through a Jedis pool of eight connections, one"
            + " round trip. Every ratio is taken within a round, in which all were measured one"
            + " after the other; the figures are medians, with the least and the greatest.");
    report.add(
        "Bucket4j and `one EVALSHA` use the same pool, Redisson and the agent their own clients with"
            + " their own defaults (the agent: at most two). Bucket4j's delaying and"
            + " predicting, with up to 100 tokens for up to 100 ms, admit more than the bucket"
            + " gives.");
    report.add(machine);
    report.chart("throughput", "throughput by threads", throughput());
    report.chart("latency", "latency of 32 threads", latency(Scenario.named(CHARTED)));
    report.chart("denied", "denied calls", denied());
    for (Scenario scenario : scenarios) {
      report.section(scenario.title());
      report.add(table(scenario));
    }
    return report.write();
  }

  private Table table(Scenario scenario) {
    Table table =
        new Table(
            "",
            "exact",
            "× PING",
            "calls/s",
            "p50 µs",
            "p99 µs",
            "round trips/call",
            "commands/call",
            "server CPU µs/call over PING",
            "bytes/bucket",
            "failed %");
    for (Contender each : Contender.all()) {
      String contender = each.name();
      boolean yardstick = contender.equals(Contender.YARDSTICK);
      table.row(
          contender,
          yardstick ? "-" : each.isExact() ? "yes" : "no",
          results.ratio(scenario, contender),
          results.spread(scenario, contender, Measurement::callsPerSecond),
          results.spread(scenario, contender, m -> m.percentileMicros(50)),
          results.spread(scenario, contender, m -> m.percentileMicros(99)),
          results.spread(scenario, contender, Measurement::roundTripsPerCall).brief(),
          results.spread(scenario, contender, Measurement::commandsPerCall).brief(),
          yardstick ? "-" : serverCpu(scenario, contender),
          yardstick
              ? "-"
              : results.spread(scenario, contender, Measurement::bytesPerBucket).brief(),
          results.spread(scenario, contender, m -> 100.0 * m.failures() / m.calls()).brief());
    }
    return table;
  }

  private Spread serverCpu(Scenario scenario, String contender) {
    return results.against(
        scenario, contender, (m, ping) -> m.serverMicrosPerCall() - ping.serverMicrosPerCall());
  }

  private String throughput() {
    LineChart chart =
        new LineChart("Allowed, one hot bucket", "threads", true, "calls per second, × PING", true);
    for (String contender : contenders) {
      List<double[]> points = new ArrayList<>();
      for (Scenario scenario : scenarios) {
        if (scenario.full() && scenario.buckets() == 1 && !scenario.virtual()) {
          double ratio = results.ratio(scenario, contender).median();
          points.add(new double[] {scenario.threads(), ratio});
        }
      }
      chart.add(contender, points);
    }
    return chart.draw();
  }

  private String latency(Scenario scenario) {
    LineChart chart =
        new LineChart("Latency: " + scenario.title(), "µs", true, "% of the calls", false);
    for (String contender : contenders) {
      Histogram latencies = results.latencies(scenario, contender);
      List<double[]> points = new ArrayList<>();
      for (double percent = 0; percent < 100; percent += percent < 99 ? 1 : 0.1) {
        double micros = latencies.getValueAtPercentile(percent) / 1e3;
        if (latencies.getTotalCount() > 0 && micros > 0) {
          points.add(new double[] {micros, percent});
        }
      }
      chart.add(contender, points);
    }
    return chart.draw();
  }

  private String denied() {
    BarChart chart = new BarChart("Denied: the bucket is always empty", "× PING", true);
    for (Scenario scenario : scenarios) {
      if (!scenario.full()) {
        for (int i = 0; i < contenders.size(); i++) {
          String name = contenders.get(i) + ", " + scenario.threads() + " thr.";
          chart.add(name, i, results.ratio(scenario, contenders.get(i)));
        }
      }
    }
    return chart.draw();
  }
}
