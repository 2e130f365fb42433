package io.github.ratelimitagent.benchmark.jmh;

import io.github.ratelimitagent.benchmark.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What JMH found of one benchmark: over all iterations of all forks. */
record JmhResult(String name, Spread nanos, Spread bytes) {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  static JmhResult of(RunResult run, String suffix) {
    List<Double> nanos = new ArrayList<>();
    List<Double> bytes = new ArrayList<>();
    for (BenchmarkResult fork : run.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        nanos.add(iteration.getPrimaryResult().getScore());
        for (Map.Entry<String, Result> found : iteration.getSecondaryResults().entrySet()) {
          if (found.getKey().endsWith(ALLOCATED)) {
            bytes.add(found.getValue().getScore());
          }
        }
      }
    }
    String label = run.getPrimaryResult().getLabel();
    return new JmhResult(label + suffix, Spread.of(nanos), Spread.of(bytes));
  }
}
