package io.github.ratelimitagent.benchmark;

import io.github.ratelimitagent.benchmark.growth.GrowthBenchmark;
import io.github.ratelimitagent.benchmark.jmh.JmhBenchmark;
import io.github.ratelimitagent.benchmark.redis.RedisBenchmark;
import io.github.ratelimitagent.benchmark.startup.StartupBenchmark;
import io.github.ratelimitagent.testapp.demo.CannotRunException;
import io.github.ratelimitagent.testapp.demo.Cleanup;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code benchmark/run}. */
@Command(
    name = "benchmark/run",
    sortOptions = false,
    description = {
      "Measures the agent beside its peers and writes pages and charts to docs/benchmarks.",
      ""
    },
    footer = {
      "",
      "exit status: 0 measured, 1 measured and some figures cannot be true, 2 could not be run"
    })
public final class Main implements Callable<Integer> {
  private static final int IMPLAUSIBLE = 1;
  private static final int CANNOT_RUN = 2;
  private static final String ALL = "all";

  private static final List<Benchmark> BENCHMARKS =
      List.of(
          new RedisBenchmark(), new JmhBenchmark(), new StartupBenchmark(), new GrowthBenchmark());

  @Parameters(
      paramLabel = "BENCHMARK",
      arity = "1..*",
      description = {
        "redis    acquires through a Redis, beside PING, Bucket4j and Redisson",
        "jmh      calls in the process: woven, rejected, of many limits",
        "startup  the start of whole applications, beside other agents",
        "growth   more keys, limits, threads and processes",
        "all      one after the other"
      })
  private List<String> names = List.of();

  @Mixin private Settings settings = new Settings();

  private Main() {}

  /** Runs a benchmark and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    int status = 0;
    for (String name : names) {
      if (!name.equals(ALL) && BENCHMARKS.stream().noneMatch(known -> known.name().equals(name))) {
        return cannotRun(name + " is none of the benchmarks (--help shows them)");
      }
    }
    for (Benchmark benchmark : BENCHMARKS) {
      if (names.contains(benchmark.name()) || names.contains(ALL)) {
        status = Math.max(status, run(benchmark));
      }
    }
    return status;
  }

  private int run(Benchmark benchmark) {
    Cleanup cleanup = new Cleanup();
    try {
      Outcome outcome = benchmark.run(settings, cleanup);
      System.out.println("written: " + outcome.page());
      outcome.faults().forEach(fault -> System.err.println("cannot be true: " + fault));
      return outcome.faults().isEmpty() ? 0 : IMPLAUSIBLE;
    } catch (CannotRunException reason) {
      return cannotRun(String.valueOf(reason.getMessage()));
    } catch (IOException failure) {
      return cannotRun(benchmark.name() + " failed: " + failure);
    } catch (Exception fault) {
      fault.printStackTrace();
      return cannotRun(benchmark.name() + " failed: " + fault);
    } finally {
      cleanup.close();
    }
  }

  private static int cannotRun(String reason) {
    System.err.println("benchmark: " + reason);
    return CANNOT_RUN;
  }
}
