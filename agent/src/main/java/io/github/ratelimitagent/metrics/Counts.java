package io.github.ratelimitagent.metrics;

/** What was counted of one limit up to a moment. Immutable. */
public final class Counts {
  /** Before anything was counted. */
  public static final Counts NONE = new Counts(new long[Counter.COUNT]);

  private final long[] counts;

  Counts(long[] counts) {
    this.counts = counts;
  }

  /** What was counted between {@code earlier} and this. */
  public Counts since(Counts earlier) {
    long[] fresh = new long[Counter.COUNT];
    for (int i = 0; i < fresh.length; i++) {
      fresh[i] = counts[i] - earlier.counts[i];
    }
    return new Counts(fresh);
  }

  private long of(Counter counter) {
    return counts[counter.ordinal()];
  }

  public long allowed() {
    return of(Counter.ALLOWED);
  }

  /** Allowed calls that waited for their turn. */
  public long waits() {
    return of(Counter.WAITS);
  }

  public long waitedMicros() {
    return of(Counter.WAITED_MICROS);
  }

  public long denied() {
    return of(Counter.DENIED);
  }

  /** Denied calls that the store has not decided. */
  public long unanswered() {
    return of(Counter.UNANSWERED);
  }

  public long bypassed() {
    return of(Counter.BYPASSED);
  }

  /** Allowed calls that this process's share decided, without the store. */
  public long fallbacks() {
    return of(Counter.FALLBACK_ALLOWED);
  }

  /** Denied calls that this process's share decided, without the store. */
  public long fallbackDenials() {
    return of(Counter.FALLBACK_DENIED);
  }

  public long observedDenials() {
    return of(Counter.OBSERVED_DENIALS);
  }

  public long observedWaits() {
    return of(Counter.OBSERVED_WAITS);
  }

  /** Calls that asked for no permits. */
  public long free() {
    return of(Counter.FREE);
  }

  public long faults() {
    return of(Counter.FAULTS);
  }

  /** Whether a call met anything but its permits. */
  public boolean isNotable() {
    return denied()
            + bypassed()
            + fallbacks()
            + fallbackDenials()
            + observedDenials()
            + observedWaits()
            + free()
            + faults()
        > 0;
  }

  /** Whether a call met its permits, at once or after a wait. */
  public boolean isUsed() {
    return allowed() > 0;
  }

  /** One line: {@code 120 allowed, 30 denied}, leaving out what is 0. */
  @Override
  public String toString() {
    return new CountsText(this).toString();
  }
}
