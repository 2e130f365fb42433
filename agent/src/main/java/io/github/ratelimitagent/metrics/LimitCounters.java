package io.github.ratelimitagent.metrics;

import java.util.concurrent.atomic.LongAdder;

/** Counts in memory. Safe for many threads. */
public final class LimitCounters implements LimitMetrics {
  private final LongAdder allowed = new LongAdder();
  private final LongAdder waits = new LongAdder();
  private final LongAdder waitedMicros = new LongAdder();
  private final LongAdder denied = new LongAdder();
  private final LongAdder bypassed = new LongAdder();
  private final LongAdder fallbacks = new LongAdder();
  private final LongAdder observedDenials = new LongAdder();
  private final LongAdder faults = new LongAdder();

  @Override
  public void allowed() {
    allowed.increment();
  }

  @Override
  public void waited(long micros) {
    waits.increment();
    waitedMicros.add(micros);
  }

  @Override
  public void denied() {
    denied.increment();
  }

  @Override
  public void bypassed() {
    bypassed.increment();
  }

  @Override
  public void fellBack() {
    fallbacks.increment();
  }

  @Override
  public void observedDenial() {
    observedDenials.increment();
  }

  @Override
  public void fault() {
    faults.increment();
  }

  /** The counts now; each is exact, their moment differs by as long as reading takes. */
  public Counts read() {
    return new Counts(
        allowed.sum(),
        waits.sum(),
        waitedMicros.sum(),
        denied.sum(),
        bypassed.sum(),
        fallbacks.sum(),
        observedDenials.sum(),
        faults.sum());
  }
}
