package io.github.ratelimitagent.store.redis;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes callers at their deadline that have no timer of their own: virtual threads, to which a
 * timer each would cost more than all the rest. Safe for many threads.
 */
final class DeadlineWatch {
  private static final long SHORTEST_NANOS = 1_000_000;

  private final Batches batches;

  /** The thread that watches, while nobody waits whom it is to wake; else null. */
  private final AtomicReference<@Nullable Thread> idle = new AtomicReference<>();

  private volatile boolean on;
  private boolean ended;

  DeadlineWatch(Batches batches) {
    this.batches = batches;
  }

  /** Whether somebody watches. */
  boolean isOn() {
    return on;
  }

  /** A request was queued whose caller may wait without a timer. */
  void somebodyWaits() {
    if (idle.get() != null) {
      LockSupport.unpark(idle.getAndSet(null));
    }
  }

  /**
   * Wakes those whose deadline has come. To be called over and over again by one thread: blocks
   * until the next deadline, or until somebody waits.
   */
  void watch() {
    // before it looks: who is queued afterwards wakes this thread
    idle.set(Thread.currentThread());
    long left = batches.wakeOverdue();
    begin();
    if (left == Long.MAX_VALUE) {
      LockSupport.park(this);
    } else {
      idle.set(null);
      LockSupport.parkNanos(this, Math.max(left, SHORTEST_NANOS));
    }
  }

  private synchronized void begin() {
    on = !ended;
  }

  /** No thread is going to watch any more: those who wait get timers of their own. */
  void end() {
    synchronized (this) {
      ended = true;
      on = false;
    }
    batches.wakeAll();
  }
}
