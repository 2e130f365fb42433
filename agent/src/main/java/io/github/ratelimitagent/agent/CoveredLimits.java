package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.config.LimitEntry;
import io.github.ratelimitagent.instrument.CoveredLimit;
import io.github.ratelimitagent.metrics.LimitMetrics;

/** Hands limits from the configuration to the instrumentation, which do not know each other. */
public final class CoveredLimits {
  private CoveredLimits() {}

  /** The limit as it is to be matched, counted in {@code metrics}. */
  public static CoveredLimit of(LimitEntry entry, LimitMetrics metrics) {
    return new CoveredLimit(
        entry.limit(), entry.methods(), entry.excludes(), entry.place(), metrics);
  }
}
