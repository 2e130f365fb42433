package io.github.ratelimitagent.benchmark.growth;

import io.github.ratelimitagent.benchmark.Settings;
import io.github.ratelimitagent.benchmark.growth.GrowthRun.Point;
import io.github.ratelimitagent.benchmark.report.LineChart;
import io.github.ratelimitagent.benchmark.report.Report;
import io.github.ratelimitagent.benchmark.report.Spread;
import io.github.ratelimitagent.benchmark.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page about growth. Not safe for use by several threads. */
final class GrowthReport {
  private static final double FLAT_RATIO = 1.5;
  private static final double FLAT_MEBIBYTES = 4;

  private final Map<String, List<Point>> memory = new LinkedHashMap<>();
  private final Table limits = new Table("limits", "ns/call", "heap MiB");
  private final Table keys = new Table("keys", "ns/call", "heap MiB");
  private final Table threads = new Table("threads", "calls/s", "heap MiB");
  private final Table processes = new Table("processes", "calls/s of all", "calls/s of each");

  /** Every key once, through a small heap. */
  void memory(String store, List<Point> points) {
    memory.put(store, points);
  }

  void limits(int number, List<Point> points) {
    limits.row(String.format("%,d", number), nanosPerCall(points), heap(points));
  }

  void keys(int number, List<Point> points) {
    keys.row(String.format("%,d", number), nanosPerCall(points), heap(points));
  }

  void threads(int number, List<Point> points) {
    threads.row(number, Spread.number(perSecond(last(points))), heap(points));
  }

  /** The end of each process. */
  void processes(int number, List<Point> ends) {
    List<Double> each = ends.stream().map(GrowthReport::perSecond).toList();
    double all = each.stream().mapToDouble(Double::doubleValue).sum();
    processes.row(number, Spread.number(all), Spread.of(each));
  }

  /** Of each twentieth of the calls but the first quarter, in which the JVM compiles. */
  private static Spread nanosPerCall(List<Point> points) {
    List<Double> values = new ArrayList<>();
    for (int i = points.size() / 4; i < points.size(); i++) {
      Point before = points.get(i - 1);
      Point after = points.get(i);
      values.add((after.nanos() - before.nanos()) / (after.calls() - before.calls()));
    }
    return Spread.of(values);
  }

  private static double perSecond(Point point) {
    return point.calls() * 1e9 / point.nanos();
  }

  private static String heap(List<Point> points) {
    return Spread.number(last(points).heap());
  }

  private static double most(List<Point> points) {
    return points.stream().mapToDouble(Point::heap).max().orElse(Double.NaN);
  }

  private static Point last(List<Point> points) {
    return points.get(points.size() - 1);
  }

  Path write(Settings settings, Table machine) throws IOException {
    Report report = new Report(settings.reports(), "growth", "Growth");
    report.add(
        "The packaged agent attached to an application that calls one limited method. Heap is what"
            + " is in use after a collection, the application's own and the agent's.");
    report.add(machine);
    report.section("Keys that are met once, through a heap of 64 MiB");
    LineChart chart = new LineChart("Heap in use", "keys met", false, "MiB", false);
    Table table = new Table("buckets", "keys", "heap after 5 %", "heap at the end", "most");
    memory.forEach(
        (store, points) -> {
          chart.add(store, points.stream().map(p -> new double[] {p.calls(), p.heap()}).toList());
          double most = most(points);
          table.row(
              store,
              String.format("%,d", last(points).calls()),
              Spread.number(points.get(0).heap()),
              heap(points),
              Spread.number(most));
        });
    report.chart("memory", "heap in use by keys met", chart.draw());
    report.add(table);
    report.section("Limits: buckets in the process, one thread");
    report.add(limits);
    report.section("Keys: buckets in the process, one thread, keys in any order");
    report.add(keys);
    report.section("Threads: one bucket in Redis");
    report.add(threads);
    report.section("Processes of four threads: one bucket in Redis");
    report.add(processes);
    return report.write();
  }

  /** A heap that grows with the number of keys. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    memory.forEach(
        (store, points) -> {
          int middle = points.size() / 2;
          double before = most(points.subList(0, middle));
          double after = most(points.subList(middle, points.size()));
          // how many buckets live at a time depends on how fast the machine just was
          if (after > FLAT_RATIO * before + FLAT_MEBIBYTES) {
            faults.add(
                String.format(
                    "buckets %s: the heap is not flat: up to %s MiB over the first half of the keys,"
                        + " %s MiB over the second",
                    store, Spread.number(before), Spread.number(after)));
          }
        });
    return faults;
  }
}
