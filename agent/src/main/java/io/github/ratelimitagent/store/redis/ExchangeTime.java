package io.github.ratelimitagent.store.redis;

/**
 * How long an exchange with the server takes of late. Guarded by its owner.
 *
 * <p>Who has waited so long for a connection that no exchange fits into the rest must not begin
 * one: it would be cut off at the deadline, take the connection with it, and leave the next one in
 * the queue with even less. So the queue of a server that is slower than its callers would empty
 * the pool.
 */
final class ExchangeTime {
  private static final int WEIGHT = 8;

  private long typicalNanos;

  void took(long nanos) {
    typicalNanos += (nanos - typicalNanos) / WEIGHT;
  }

  /** What should be left of a deadline when an exchange begins: not more than half of it. */
  long reserveNanos(long deadlineNanos) {
    return Math.min(2 * typicalNanos, deadlineNanos / 2);
  }
}
