package io.github.ratelimitagent.metrics;

import java.util.concurrent.atomic.LongAdder;

/** Counts in memory. Safe for many threads. */
public final class LimitCounters implements LimitMetrics {
  private final LongAdder[] adders = new LongAdder[Counter.COUNT];

  public LimitCounters() {
    for (int i = 0; i < adders.length; i++) {
      adders[i] = new LongAdder();
    }
  }

  @Override
  public void allowed() {
    count(Counter.ALLOWED);
  }

  @Override
  public void allowed(long calls) {
    adders[Counter.ALLOWED.ordinal()].add(calls);
  }

  @Override
  public void waited(long micros) {
    count(Counter.WAITS);
    adders[Counter.WAITED_MICROS.ordinal()].add(micros);
  }

  @Override
  public void denied() {
    count(Counter.DENIED);
  }

  @Override
  public void unanswered() {
    count(Counter.UNANSWERED);
  }

  @Override
  public void bypassed() {
    count(Counter.BYPASSED);
  }

  @Override
  public void fellBack(boolean allowed) {
    count(allowed ? Counter.FALLBACK_ALLOWED : Counter.FALLBACK_DENIED);
  }

  @Override
  public void observedDenial() {
    count(Counter.OBSERVED_DENIALS);
  }

  @Override
  public void observedWait() {
    count(Counter.OBSERVED_WAITS);
  }

  @Override
  public void free() {
    count(Counter.FREE);
  }

  @Override
  public void fault() {
    count(Counter.FAULTS);
  }

  private void count(Counter counter) {
    adders[counter.ordinal()].increment();
  }

  /** The counts now; each is exact, their moment differs by as long as reading takes. */
  public Counts read() {
    long[] counts = new long[Counter.COUNT];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = adders[i].sum();
    }
    return new Counts(counts);
  }
}
