package io.github.ratelimitagent.metrics;

/** What was counted of one limit up to a moment. Immutable. */
public final class Counts {
  /** Before anything was counted. */
  public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0);

  private final long allowed;
  private final long waits;
  private final long waitedMicros;
  private final long denied;
  private final long bypassed;
  private final long fallbacks;
  private final long observedDenials;
  private final long faults;

  Counts(
      long allowed,
      long waits,
      long waitedMicros,
      long denied,
      long bypassed,
      long fallbacks,
      long observedDenials,
      long faults) {
    this.allowed = allowed;
    this.waits = waits;
    this.waitedMicros = waitedMicros;
    this.denied = denied;
    this.bypassed = bypassed;
    this.fallbacks = fallbacks;
    this.observedDenials = observedDenials;
    this.faults = faults;
  }

  /** What was counted between {@code earlier} and this. */
  public Counts since(Counts earlier) {
    return new Counts(
        allowed - earlier.allowed,
        waits - earlier.waits,
        waitedMicros - earlier.waitedMicros,
        denied - earlier.denied,
        bypassed - earlier.bypassed,
        fallbacks - earlier.fallbacks,
        observedDenials - earlier.observedDenials,
        faults - earlier.faults);
  }

  public long allowed() {
    return allowed;
  }

  /** Allowed calls that waited for their turn. */
  public long waits() {
    return waits;
  }

  public long waitedMicros() {
    return waitedMicros;
  }

  public long denied() {
    return denied;
  }

  public long bypassed() {
    return bypassed;
  }

  /** Allowed calls that this process's share decided, without the store. */
  public long fallbacks() {
    return fallbacks;
  }

  public long observedDenials() {
    return observedDenials;
  }

  public long faults() {
    return faults;
  }

  /** Whether a call met anything but its permits. */
  public boolean isNotable() {
    return denied + bypassed + fallbacks + observedDenials + faults > 0;
  }

  /** One line: {@code 120 allowed, 30 denied}, leaving out what is 0. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder().append(allowed).append(" allowed");
    if (waits > 0) {
      line.append(" (").append(waits).append(" waited, ");
      line.append(waitedMicros / waits / 1000).append(" ms on average)");
    }
    append(line, denied, " denied");
    append(line, observedDenials, " would have been denied (observed)");
    append(line, fallbacks, " of them in-process (no answer from Redis)");
    append(line, bypassed, " bypassed (no answer from Redis)");
    append(line, faults, " faults");
    return line.toString();
  }

  private static void append(StringBuilder line, long count, String what) {
    if (count > 0) {
      line.append(", ").append(count).append(what);
    }
  }
}
