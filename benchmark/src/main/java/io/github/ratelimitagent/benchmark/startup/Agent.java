package io.github.ratelimitagent.benchmark.startup;

import java.util.List;

/** What is attached to an application; {@code options} are those of the JVM. */
record Agent(String name, Kind kind, List<String> options) {
  /** Whose it is. */
  enum Kind {
    NONE,
    OURS,
    JMX_EXPORTER,
    OPENTELEMETRY
  }
}
