package io.github.ratelimitagent.store.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests that wait at the same moment travel together, without ever waiting for more.
 *
 * <p>One of the callers leads: it sends all that wait, its own request among them, and hands the
 * answers out. Those that arrive meanwhile form the next batch, led by the one of them that came
 * last, for it has the most time left. Callers that must not read a socket let a worker lead.
 *
 * <p>A caller leaves at its deadline, whatever has become of its request. Permits that were taken
 * for it go back with a later batch. An interrupt ends no call and is kept. Safe for many threads.
 *
 * <p>What was measured decides the details: answers are handed out before the next batch is begun,
 * for the first that comes back with another request begins it without a thread being woken for
 * that; and virtual threads wait without a timer of their own, which would cost more than all the
 * rest, but are woken at their deadline by {@link #watch}.
 */
final class Combiner {
  /** The most requests of a batch: others wait while the server runs it. */
  static final int MOST_REQUESTS = 256;

  private static final int MOST_ORPHANS = 10_000;
  private static final long SHORTEST_WATCH_NANOS = 1_000_000;

  private final int mostBatches;
  private final Exchange exchange;
  private final Executor workers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Request> queue = new ArrayDeque<>();
  private final List<Request> orphans = new ArrayList<>();
  private final List<List<Request>> underWay = new ArrayList<>(2);

  /** Leaders that are chosen and have not taken their batch yet. */
  private int gathering;

  /** The thread that watches, while nobody waits whom it is to wake; else null. */
  private @Nullable Thread idleWatch;

  /** Whether a thread watches: who waits without it has a timer after all. */
  private volatile boolean watched;

  private boolean watchEnded;

  /** How a batch gets its answers. */
  interface Exchange {
    /**
     * Answers each request of the batch, or fails it. Blocks until the deadline at most.
     *
     * @param batch in the order of arrival
     */
    void run(List<Request> batch, long deadlineNanos);
  }

  /**
   * A combiner without requests.
   *
   * @param mostBatches how many may be on their way at a time
   * @param workers where batches are led whose callers must not; another thread is to {@link
   *     #watch}
   */
  Combiner(int mostBatches, Exchange exchange, Executor workers) {
    this.mostBatches = mostBatches;
    this.exchange = exchange;
    this.workers = workers;
  }

  /** Has the request answered. Blocks until its deadline at most. */
  void run(Request request) throws RedisFailure {
    boolean lead;
    Thread watch = null;
    lock.lock();
    try {
      queue.addLast(request);
      lead = mayBegin();
      if (lead) {
        choose(request);
      }
      if (!request.mayLead) {
        watch = idleWatch;
        idleWatch = null;
      }
    } finally {
      lock.unlock();
    }
    if (watch != null) {
      LockSupport.unpark(watch);
    }
    if (lead && !request.mayLead) {
      workers.execute(this::leadByWorker);
    }
    await(request);
  }

  /**
   * Whether a batch is to begin of those that wait: more than one at a time only when it is as
   * large as what is under way, for smaller ones cost more than they save.
   */
  private boolean mayBegin() {
    if (gathering > 0 || underWay.size() >= mostBatches) {
      return false;
    }
    int sent = 0;
    for (int i = 0; i < underWay.size(); i++) {
      sent += underWay.get(i).size();
    }
    return queue.size() >= sent;
  }

  private void choose(Request leader) {
    gathering++;
    if (leader.mayLead) {
      leader.state = Request.State.CHOSEN;
    }
  }

  /** Sends refunds that no batch has taken along yet. */
  void flush(long deadlineNanos) {
    List<Request> batch;
    lock.lock();
    try {
      if (orphans.isEmpty()) {
        return;
      }
      batch = new ArrayList<>(orphans);
      orphans.clear();
    } finally {
      lock.unlock();
    }
    exchange.run(batch, deadlineNanos);
  }

  private void await(Request request) throws RedisFailure {
    boolean interrupted = false;
    try {
      while (request.state != Request.State.DONE) {
        if (request.state == Request.State.CHOSEN) {
          lead(request);
          continue;
        }
        long left = request.deadlineNanos - System.nanoTime();
        if (left <= 0) {
          leave(request);
        } else {
          if (request.mayLead || !watched) {
            LockSupport.parkNanos(this, left);
          } else {
            LockSupport.park(this);
          }
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Leaves a request behind, unless there is something to do for it after all. */
  private void leave(Request request) throws RedisFailure {
    lock.lock();
    try {
      if (request.state == Request.State.QUEUED) {
        queue.remove(request);
        request.state = Request.State.ABANDONED;
        throw RedisFailure.noFreeConnection("not sent in time");
      }
      if (request.state == Request.State.SENT) {
        request.state = Request.State.ABANDONED;
        throw RedisFailure.timedOut();
      }
    } finally {
      lock.unlock();
    }
  }

  private void lead(Request leader) {
    List<Request> batch = take(leader);
    try {
      if (!batch.isEmpty()) {
        exchange.run(batch, leader.deadlineNanos);
      }
    } finally {
      end(batch);
    }
  }

  private void leadByWorker() {
    List<Request> batch = take(null);
    try {
      if (!batch.isEmpty()) {
        exchange.run(batch, latestDeadline(batch));
      }
    } finally {
      end(batch);
    }
  }

  /** The next batch; empty when nothing waits, or when the leader was chosen too late. */
  private List<Request> take(@Nullable Request leader) {
    lock.lock();
    try {
      gathering--;
      List<Request> batch = new ArrayList<>(Math.min(queue.size() + 1, MOST_REQUESTS));
      underWay.add(batch);
      if (leader != null && System.nanoTime() - leader.deadlineNanos >= 0) {
        queue.remove(leader);
        leader.fail(RedisFailure.noFreeConnection("not sent in time"));
        leader.state = Request.State.DONE;
        return batch;
      }
      while (!orphans.isEmpty() && batch.size() < MOST_REQUESTS / 2) {
        batch.add(orphans.remove(orphans.size() - 1));
      }
      boolean included = leader == null;
      while (!queue.isEmpty() && batch.size() < MOST_REQUESTS - (included ? 0 : 1)) {
        Request request = queue.removeFirst();
        included |= request == leader;
        batch.add(request);
      }
      if (leader != null && !included) {
        queue.remove(leader);
        batch.add(leader);
      }
      for (Request request : batch) {
        request.state = Request.State.SENT;
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Ends a batch, hands its answers out, and has another begin if requests wait. */
  private void end(List<Request> batch) {
    lock.lock();
    try {
      removeSame(underWay, batch);
    } finally {
      lock.unlock();
    }
    settle(batch);
    Request next;
    lock.lock();
    try {
      next = queue.isEmpty() || !mayBegin() ? null : queue.getLast();
      if (next != null) {
        choose(next);
      }
    } finally {
      lock.unlock();
    }
    if (next != null && next.mayLead) {
      LockSupport.unpark(next.caller);
    } else if (next != null) {
      workers.execute(this::leadByWorker);
    }
  }

  /** Hands the answers out. */
  private void settle(List<Request> batch) {
    lock.lock();
    try {
      // first of all, so that nothing can keep a caller waiting
      for (Request request : batch) {
        if (request.state == Request.State.SENT) {
          request.state = Request.State.DONE;
        }
      }
      for (Request request : batch) {
        boolean unused = request.state != Request.State.DONE && request.hasTaken();
        if (unused && orphans.size() < MOST_ORPHANS) {
          orphans.add(Request.orphan(request.taken()));
        }
      }
    } finally {
      lock.unlock();
    }
    for (Request request : batch) {
      if (request.caller != null && request.caller != Thread.currentThread()) {
        LockSupport.unpark(request.caller);
      }
    }
  }

  /**
   * Wakes callers whose deadline has come and that have no timer of their own. To be called over
   * and over again by one thread: blocks until the next deadline, or until somebody waits.
   */
  void watch() {
    long left = wakeOverdue();
    if (left == Long.MAX_VALUE) {
      LockSupport.park(this);
    } else {
      LockSupport.parkNanos(this, Math.max(left, SHORTEST_WATCH_NANOS));
    }
  }

  /** No thread is going to watch any more: those who wait get timers of their own. */
  void endWatch() {
    lock.lock();
    try {
      watchEnded = true;
      watched = false;
      queue.forEach(Combiner::wake);
      underWay.forEach(batch -> batch.forEach(Combiner::wake));
    } finally {
      lock.unlock();
    }
  }

  private static void wake(Request request) {
    if (request.caller != null && !request.mayLead) {
      LockSupport.unpark(request.caller);
    }
  }

  /** Answers how long it is until the next deadline, or the greatest number if nobody waits. */
  private long wakeOverdue() {
    long left = Long.MAX_VALUE;
    lock.lock();
    try {
      long now = System.nanoTime();
      left = wakeOverdue(queue, now, left);
      for (List<Request> batch : underWay) {
        left = wakeOverdue(batch, now, left);
      }
      idleWatch = left == Long.MAX_VALUE ? Thread.currentThread() : null;
      watched = !watchEnded;
      return left;
    } finally {
      lock.unlock();
    }
  }

  private static long wakeOverdue(Iterable<Request> requests, long now, long earlierLeft) {
    long left = earlierLeft;
    for (Request request : requests) {
      boolean waits = request.state == Request.State.QUEUED || request.state == Request.State.SENT;
      if (waits && !request.mayLead && request.caller != null) {
        long ofRequest = request.deadlineNanos - now;
        if (ofRequest <= 0) {
          LockSupport.unpark(request.caller);
        }
        left = Math.min(left, Math.max(0, ofRequest));
      }
    }
    return left;
  }

  /** By identity: empty batches are equal. */
  private static void removeSame(List<List<Request>> batches, List<Request> batch) {
    for (int i = 0; i < batches.size(); i++) {
      if (batches.get(i) == batch) {
        batches.remove(i);
        return;
      }
    }
  }

  private static long latestDeadline(List<Request> batch) {
    long now = System.nanoTime();
    long left = 0;
    for (Request request : batch) {
      left = Math.max(left, request.caller == null ? 0 : request.deadlineNanos - now);
    }
    return now + left;
  }
}
