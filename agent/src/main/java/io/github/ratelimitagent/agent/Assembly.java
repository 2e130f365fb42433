package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.config.LimitEntry;
import io.github.ratelimitagent.config.RedisSettings;
import io.github.ratelimitagent.config.Settings;
import io.github.ratelimitagent.gate.Gate;
import io.github.ratelimitagent.instrument.CoveredLimit;
import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.metrics.LimitCounters;
import io.github.ratelimitagent.store.FailurePolicyStore;
import io.github.ratelimitagent.store.InProcessStore;
import io.github.ratelimitagent.store.redis.RedisStore;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts the parts together as the settings say. The one place that knows them all. */
final class Assembly {
  private static final Duration STRICT_WAIT = Duration.ofSeconds(5);

  private Assembly() {}

  static void start(Settings settings, Instrumentation instrumentation, Log log, boolean strict) {
    if (Gate.isConnected()) {
      log.warn(
          "a ratelimit agent limits this JVM already; this one stays off (is -javaagent given twice,"
              + " or in JAVA_TOOL_OPTIONS too?)");
      return;
    }
    Map<String, LimitCounters> counters = new LinkedHashMap<>();
    List<CoveredLimit> limits = new ArrayList<>();
    for (LimitEntry entry : settings.limits()) {
      LimitCounters ofLimit = new LimitCounters();
      counters.put(entry.limit().name(), ofLimit);
      limits.add(CoveredLimits.of(entry, ofLimit));
    }
    AgentThreads threads = new AgentThreads();
    BucketStore store = store(settings.redis(), threads, log, strict);
    boolean started = false;
    try {
      RunningAgent.start(
          instrumentation,
          limits,
          threads,
          store,
          new Summary(log, counters),
          settings.summaryIntervalMillis(),
          log);
      started = true;
    } finally {
      if (!started) {
        store.close();
      }
    }
  }

  private static BucketStore store(
      @Nullable RedisSettings redis, AgentThreads threads, Log log, boolean strict) {
    if (redis == null) {
      return new InProcessStore();
    }
    RedisStore store = RedisStore.start(RedisAccess.options(redis), threads, log);
    if (strict && !store.awaitFirstConnection(STRICT_WAIT)) {
      String reason = store.lastConnectionFailure();
      store.close();
      throw new StartException(
          reason == null
              ? "no connection to Redis within " + STRICT_WAIT.getSeconds() + " s"
              : reason);
    }
    return new FailurePolicyStore(store, new InProcessStore(), log, System::nanoTime);
  }
}
