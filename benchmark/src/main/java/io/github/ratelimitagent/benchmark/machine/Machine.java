package io.github.ratelimitagent.benchmark.machine;

import io.github.ratelimitagent.benchmark.report.Spread;
import io.github.ratelimitagent.benchmark.report.Table;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the figures were measured on, and how busy it was: sampled at begin, often, and at end. */
public final class Machine {
  private final Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final List<Double> loads = new ArrayList<>();

  /** The machine as it is now. */
  public Machine() {
    sampleLoad();
  }

  /** Notes how many threads of the whole machine want to run, over the last minute. */
  public synchronized void sampleLoad() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    loads.add(load < 0 ? Double.NaN : load);
  }

  /** The load before anything was measured. */
  public synchronized double loadAtBegin() {
    return loads.get(0);
  }

  /** All of it, with the versions of what was measured. */
  public Table describe(Versions versions) {
    Table table = new Table("machine", "");
    table.row("CPUs", Runtime.getRuntime().availableProcessors() + " × " + processor());
    table.row("memory", memory());
    table.row("system", property("os.name") + " " + property("os.version") + " " + arch());
    table.row("JDK of the driver", property("java.vm.name") + " " + property("java.vm.version"));
    table.row("begin", begin);
    table.row("end", Instant.now().truncatedTo(ChronoUnit.SECONDS));
    synchronized (this) {
      table.row("load before the run", Spread.number(loads.get(0)));
      table.row("load during the run, of its own included", Spread.of(loads));
    }
    versions.all().forEach(table::row);
    return table;
  }

  private static String property(String name) {
    return System.getProperty(name);
  }

  private static String arch() {
    return property("os.arch");
  }

  private static String processor() {
    return line(Path.of("/proc/cpuinfo"), "model name");
  }

  private static String memory() {
    String kilobytes = line(Path.of("/proc/meminfo"), "MemTotal").replaceAll("\\D", "");
    return kilobytes.isEmpty()
        ? "unknown"
        : String.format(Locale.ROOT, "%.1f GiB", Long.parseLong(kilobytes) / (1024.0 * 1024));
  }

  private static String line(Path file, String name) {
    try {
      for (String line : Files.readAllLines(file)) {
        if (line.startsWith(name)) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException notOnThisSystem) {
      return "unknown";
    }
    return "unknown";
  }
}
