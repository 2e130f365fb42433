package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.metrics.Counts;
import io.github.ratelimitagent.metrics.LimitCounters;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Says, for each limit that denied calls or was bypassed since it was last asked, what became of
 * the calls; with {@code log-level = info}, of each limit that had any. Safe for many threads.
 */
final class Summary {
  private final Log log;
  private final Map<String, LimitCounters> counters;
  private final Map<String, Counts> reported = new HashMap<>();
  private long lastNanos = System.nanoTime();

  Summary(Log log, Map<String, LimitCounters> counters) {
    this.log = log;
    this.counters = new LinkedHashMap<>(counters);
  }

  synchronized void write() {
    long now = System.nanoTime();
    long seconds = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(now - lastNanos));
    lastNanos = now;
    for (Map.Entry<String, LimitCounters> entry : counters.entrySet()) {
      Counts counts = entry.getValue().read();
      Counts fresh = counts.since(reported.getOrDefault(entry.getKey(), Counts.NONE));
      reported.put(entry.getKey(), counts);
      if (fresh.isNotable() || fresh.isUsed()) {
        String line = "limit " + entry.getKey() + " in the last " + seconds + " s: " + fresh;
        if (fresh.isNotable()) {
          log.warn(line);
        } else {
          log.info(line);
        }
      }
    }
  }
}
