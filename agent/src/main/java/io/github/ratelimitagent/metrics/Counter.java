package io.github.ratelimitagent.metrics;

/** What is counted of a limit; see {@link LimitMetrics} for the meaning of each. */
enum Counter {
  ALLOWED,
  WAITS,
  WAITED_MICROS,
  DENIED,
  UNANSWERED,
  BYPASSED,
  FALLBACK_ALLOWED,
  FALLBACK_DENIED,
  OBSERVED_DENIALS,
  OBSERVED_WAITS,
  FREE,
  FAULTS;

  static final int COUNT = values().length;
}
