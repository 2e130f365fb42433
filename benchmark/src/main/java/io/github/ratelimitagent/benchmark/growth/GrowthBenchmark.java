package io.github.ratelimitagent.benchmark.growth;

import io.github.ratelimitagent.benchmark.Benchmark;
import io.github.ratelimitagent.benchmark.Outcome;
import io.github.ratelimitagent.benchmark.Progress;
import io.github.ratelimitagent.benchmark.Settings;
import io.github.ratelimitagent.benchmark.generated.GeneratedClasses;
import io.github.ratelimitagent.benchmark.growth.GrowthRun.Point;
import io.github.ratelimitagent.benchmark.machine.Jdk;
import io.github.ratelimitagent.benchmark.machine.Machine;
import io.github.ratelimitagent.benchmark.machine.Versions;
import io.github.ratelimitagent.benchmark.process.ChildJvm;
import io.github.ratelimitagent.benchmark.redis.RedisUnderTest;
import io.github.ratelimitagent.testapp.benchmark.GrowingApplication;
import io.github.ratelimitagent.testapp.demo.Cleanup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What more keys, limits, threads and processes cost. */
public final class GrowthBenchmark implements Benchmark {
  private static final String NEVER_EMPTY = "capacity = 1000000000, refill = 1000000000/s";

  /** Never empty either, and a bucket stays for a second after its last call. */
  private static final String LASTING = "capacity = 1000000000, refill = 1/s";

  /** As limits are; a bucket stays for a tenth of a second. */
  private static final String ORDINARY = "capacity = 10, refill = 10/s";

  /** Longer than any other work on the machine, lest calls go through unlimited. */
  private static final String DEADLINE = "redis { deadline = 10s, first-call-wait = 10s }\n";

  private static final int SMALL_HEAP = 64;
  private static final int HEAP = 512;
  private static final List<Integer> LIMITS = List.of(1, 10, 100, 1_000, 10_000);
  private static final List<Integer> KEYS = List.of(1, 100, 10_000, 1_000_000);
  private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16, 32, 64);
  private static final List<Integer> PROCESSES = List.of(1, 2, 4, 8);

  @Override
  public String name() {
    return "growth";
  }

  @Override
  public Outcome run(Settings settings, Cleanup cleanup) throws Exception {
    Machine machine = new Machine();
    RedisUnderTest redis = RedisUnderTest.open(settings.redis, cleanup);
    Versions versions = new Versions();
    versions.add("JDK", Jdk.current().version());
    versions.add("Redis", redis.version());
    versions.addFromClassPath("ratelimit-agent");
    Path directory = cleanup.temporaryDirectory();
    Run run =
        new Run(settings, directory, DEADLINE + "redis.uri = \"" + redis.uri() + "\"\n", machine);
    GrowthReport report = run.measure();
    return new Outcome(report.write(settings, machine.describe(versions)), report.faults());
  }

  /** One run of the benchmark. */
  private static final class Run {
    private final Settings settings;
    private final Path agent;
    private final Path directory;
    private final String classPath;
    private final String redis;
    private final Machine machine;
    private final Progress progress;

    private Run(Settings settings, Path directory, String redis, Machine machine) throws Exception {
      this.settings = settings;
      this.agent = settings.layout().agentJar();
      this.directory = directory;
      this.classPath = GeneratedClasses.writeJar(directory, GrowingApplication.class).toString();
      this.redis = redis;
      this.machine = machine;
      int steps = sizes(LIMITS).size() + sizes(KEYS).size();
      steps += sizes(THREADS).size() + sizes(PROCESSES).size();
      this.progress = new Progress("growth", 2 + steps);
    }

    private GrowthReport measure() throws IOException, InterruptedException {
      boolean quick = settings.quick;
      long local = quick ? 200_000 : 10_000_000;
      long remote = quick ? 2_000 : 200_000;
      GrowthReport report = new GrowthReport();
      report.memory(
          "in the process",
          one("memory", conf("", 1, ORDINARY), new GrowthRun(local, local, 2, SMALL_HEAP)));
      long inRedis = quick ? 5_000 : local;
      report.memory(
          "in Redis",
          one("memory", conf(redis, 1, ORDINARY), new GrowthRun(inRedis, inRedis, 8, SMALL_HEAP)));
      for (int limits : sizes(LIMITS)) {
        report.limits(
            limits,
            one("limits", conf("", limits, NEVER_EMPTY), new GrowthRun(local / 2, 1, 1, HEAP)));
      }
      for (int keys : sizes(KEYS)) {
        report.keys(
            keys, one("keys", conf("", 1, LASTING), new GrowthRun(local / 2, keys, 1, HEAP)));
      }
      for (int threads : sizes(THREADS)) {
        report.threads(
            threads,
            one("threads", conf(redis, 1, NEVER_EMPTY), new GrowthRun(remote, 1, threads, HEAP)));
      }
      for (int processes : sizes(PROCESSES)) {
        report.processes(processes, many(processes, new GrowthRun(remote / 4, 1, 4, HEAP)));
      }
      return report;
    }

    /** All of them, or the ends. */
    private List<Integer> sizes(List<Integer> all) {
      return settings.quick ? List.of(all.get(0), all.get(all.size() - 1)) : all;
    }

    private List<Point> one(String what, Path conf, GrowthRun growth)
        throws IOException, InterruptedException {
      try (ChildJvm child = growth.start(agent, conf, classPath)) {
        List<Point> points = GrowthRun.points(child);
        machine.sampleLoad();
        progress.step(what + ": " + growth);
        return points;
      }
    }

    /** The last point of each of several processes that run at the same time. */
    private List<Point> many(int processes, GrowthRun growth)
        throws IOException, InterruptedException {
      Path conf = conf(redis, 1, NEVER_EMPTY);
      List<ChildJvm> children = new ArrayList<>();
      List<Point> last = new ArrayList<>();
      try {
        for (int i = 0; i < processes; i++) {
          children.add(growth.start(agent, conf, classPath));
        }
        for (ChildJvm child : children) {
          List<Point> points = GrowthRun.points(child);
          last.add(points.get(points.size() - 1));
        }
      } finally {
        children.forEach(ChildJvm::close);
      }
      machine.sampleLoad();
      progress.step(processes + " processes, in Redis: " + growth);
      return last;
    }

    private Path conf(String store, int limits, String figures) throws IOException {
      String growing =
          "limits.growing { method = \""
              + GrowingApplication.class.getName()
              + ".serve(long)\", key = \"user:{key}\", "
              + figures
              + " }";
      String name = "growth-" + limits + (store.isEmpty() ? "" : "-redis");
      return GeneratedClasses.writeLimits(directory, name, limits - 1, store + growing);
    }
  }
}
