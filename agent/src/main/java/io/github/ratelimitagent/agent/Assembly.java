package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.config.LimitEntry;
import io.github.ratelimitagent.config.Settings;
import io.github.ratelimitagent.instrument.CoveredLimit;
import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.metrics.LimitCounters;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the parts together as the settings say. The one place that knows them all. */
final class Assembly {
  private Assembly() {}

  static void start(
      Settings settings, Instrumentation instrumentation, StderrLog log, boolean strict) {
    AgentThreads threads = new AgentThreads();
    // until the JVM has its thread back: starting may need a method of the JDK that is limited
    boolean before = threads.setInside(true);
    try {
      start(settings, instrumentation, threads, log, strict);
      log.writeApart(threads);
    } finally {
      threads.setInside(before);
    }
  }

  private static void start(
      Settings settings,
      Instrumentation instrumentation,
      AgentThreads threads,
      Log log,
      boolean strict) {
    Map<String, LimitCounters> counters = new LinkedHashMap<>();
    List<CoveredLimit> limits = new ArrayList<>();
    for (LimitEntry entry : settings.limits()) {
      LimitCounters ofLimit = new LimitCounters();
      counters.put(entry.limit().name(), ofLimit);
      limits.add(CoveredLimits.of(entry, ofLimit));
    }
    Stores stores = Stores.of(settings, threads, log, strict);
    boolean started = false;
    try {
      RunningAgent.start(
          instrumentation,
          limits,
          threads,
          stores,
          new Summary(log, counters),
          settings.summaryIntervalMillis(),
          log);
      started = true;
    } finally {
      if (!started) {
        stores.close();
      }
    }
  }
}
