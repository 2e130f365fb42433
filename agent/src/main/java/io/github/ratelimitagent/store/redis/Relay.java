package io.github.ratelimitagent.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads of a batch that have their answers, the first of which wakes the others. From a
 * platform thread each would cost a lock of their scheduler and mostly a signal to one of its
 * threads; among themselves it is an entry in a queue, which makes a quarter more calls.
 *
 * <p>Should the first get no processor, because others hold all threads of the scheduler and wait
 * for it, the watch does its work. Safe for many threads; never blocks.
 */
final class Relay {
  /** More than there are in a batch. */
  static final int NEVER = Integer.MAX_VALUE;

  /** How often the watch looks after relays. */
  static final long CHECK_NANOS = 5_000_000;

  private static final long LATE_NANOS = 1_000_000;

  private final List<Request> requests;
  private final long beginNanos = System.nanoTime();

  private Relay(List<Request> requests) {
    this.requests = requests;
  }

  /**
   * A relay of those in the batch that get answers and must not lead, or null when they are fewer
   * than {@code fewest}. Its first request knows of it.
   */
  static @Nullable Relay among(List<Request> batch, int fewest) {
    List<Request> requests = new ArrayList<>(batch.size());
    for (Request request : batch) {
      if (isPossible(request) && request.state == Request.State.SENT) {
        requests.add(request);
      }
    }
    if (requests.size() < fewest) {
      return null;
    }
    Relay relay = new Relay(requests);
    requests.get(0).relay = relay;
    return relay;
  }

  private static boolean isPossible(Request request) {
    return request.caller != null && !request.mayLead;
  }

  /** Whether the caller of this request is woken by the relay, once it is started. */
  boolean wakes(Request request) {
    return isPossible(request) && request.state == Request.State.DONE;
  }

  /** Wakes the first. */
  void start() {
    LockSupport.unpark(requests.get(0).caller);
  }

  /** Whether it should have begun long ago. */
  boolean isLate(long nowNanos) {
    return nowNanos - beginNanos >= LATE_NANOS;
  }

  /** Wakes all, whoever does it. */
  void wakeAll() {
    for (Request request : requests) {
      if (request.caller != Thread.currentThread()) {
        LockSupport.unpark(request.caller);
      }
    }
  }
}
