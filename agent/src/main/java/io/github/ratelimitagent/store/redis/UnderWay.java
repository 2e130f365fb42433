package io.github.ratelimitagent.store.redis;

import java.util.ArrayList;
import java.util.List;

/** The batches that are on their way. Guarded by the lock of {@link Batches}. */
final class UnderWay {
  private final int most;
  private final List<Batch> batches = new ArrayList<>(2);

  /**
   * No batches.
   *
   * @param most how many may be under way at a time
   */
  UnderWay(int most) {
    this.most = most;
  }

  /**
   * Whether another batch may begin: more than one at a time only when it is as large as what is
   * under way, for smaller ones cost more than they save.
   */
  boolean hasRoomFor(int requests) {
    if (batches.size() >= most) {
      return false;
    }
    int sent = 0;
    for (int i = 0; i < batches.size(); i++) {
      sent += batches.get(i).requests.size();
    }
    return requests >= sent;
  }

  void add(List<Request> requests, long nowNanos) {
    batches.add(new Batch(requests, nowNanos));
  }

  /** The batch of these requests, by identity, is over. */
  void remove(List<Request> requests) {
    for (int i = 0; i < batches.size(); i++) {
      if (batches.get(i).requests == requests) {
        batches.remove(i);
        return;
      }
    }
  }

  /**
   * Removes those whose callers have all left: their leader may be dead. Whether there were any.
   */
  boolean endOverdue(long nowNanos) {
    boolean any = false;
    for (int i = batches.size() - 1; i >= 0; i--) {
      if (nowNanos - batches.get(i).untilNanos >= 0) {
        any = true;
        batches.remove(i).requests.forEach(Request::wake);
      }
    }
    return any;
  }

  /** As {@link Request#wakeIfOverdue}, of all; the least. */
  long wakeOverdue(long nowNanos) {
    long left = Long.MAX_VALUE;
    for (Batch batch : batches) {
      for (Request request : batch.requests) {
        left = Math.min(left, request.wakeIfOverdue(nowNanos));
      }
    }
    return left;
  }

  /** Wakes all callers that have no timer of their own. */
  void wakeAll() {
    for (Batch batch : batches) {
      batch.requests.forEach(Request::wake);
    }
  }

  private static final class Batch {
    final List<Request> requests;

    /** When all its callers have left. */
    final long untilNanos;

    Batch(List<Request> requests, long nowNanos) {
      this.requests = requests;
      long left = 0;
      for (Request request : requests) {
        left = Math.max(left, request.caller == null ? 0 : request.deadlineNanos - nowNanos);
      }
      this.untilNanos = nowNanos + left;
    }
  }
}
