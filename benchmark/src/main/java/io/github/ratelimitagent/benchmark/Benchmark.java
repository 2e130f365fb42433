package io.github.ratelimitagent.benchmark;

import io.github.ratelimitagent.testapp.demo.Cleanup;

/** One of the things that can be measured. */
public interface Benchmark {
  /** The word that names it on the command line. */
  String name();

  /** Measures and writes a page; whatever it starts is undone by {@code cleanup}. */
  Outcome run(Settings settings, Cleanup cleanup) throws Exception;
}
