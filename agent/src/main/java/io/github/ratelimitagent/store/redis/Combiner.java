package io.github.ratelimitagent.store.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
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
 * last, for it has the most time left. Callers that must not read a socket let a thread of the
 * agent lead.
 *
 * <p>A caller leaves at its deadline, whatever has become of its request. Permits that were taken
 * for it go back with a later batch. An interrupt ends no call and is kept. Safe for many threads.
 */
final class Combiner {
  /** The most requests of a batch: others wait while the server runs it. */
  static final int MOST_REQUESTS = 256;

  private static final int MOST_ORPHANS = 10_000;

  private final int mostBatches;
  private final Exchange exchange;
  private final Executor workers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Request> queue = new ArrayDeque<>();
  private final List<Request> orphans = new ArrayList<>();
  private int batches;

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
   * @param workers where batches are led whose callers must not
   */
  Combiner(int mostBatches, Exchange exchange, Executor workers) {
    this.mostBatches = mostBatches;
    this.exchange = exchange;
    this.workers = workers;
  }

  /** Has the request answered. Blocks until its deadline at most. */
  void run(Request request) throws RedisFailure {
    boolean lead;
    lock.lock();
    try {
      queue.addLast(request);
      lead = batches < mostBatches;
      if (lead) {
        batches++;
        if (request.mayLead) {
          request.state = Request.State.CHOSEN;
        }
      }
    } finally {
      lock.unlock();
    }
    if (lead && !request.mayLead) {
      workers.execute(this::leadByWorker);
    }
    await(request);
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
          LockSupport.parkNanos(this, left);
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
      handOver(batch);
    }
  }

  private void leadByWorker() {
    List<Request> batch = take(null);
    try {
      while (!batch.isEmpty()) {
        exchange.run(batch, latestDeadline(batch));
        settle(batch);
        batch = take(null);
      }
    } finally {
      handOver(batch);
    }
  }

  /** The next batch; none when nothing waits, or when the leader was chosen too late. */
  private List<Request> take(@Nullable Request leader) {
    lock.lock();
    try {
      if (leader != null && leader.state != Request.State.CHOSEN) {
        // another batch has taken it along before it came to lead: it must not be sent twice
        return new ArrayList<>();
      }
      if (leader != null && System.nanoTime() - leader.deadlineNanos >= 0) {
        queue.remove(leader);
        leader.fail(RedisFailure.noFreeConnection("not sent in time"));
        leader.state = Request.State.DONE;
        return new ArrayList<>();
      }
      List<Request> batch = new ArrayList<>(Math.min(queue.size() + 1, MOST_REQUESTS));
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

  /** Ends a batch and has another begin if requests wait. */
  private void handOver(List<Request> batch) {
    Request next;
    lock.lock();
    try {
      next = newestUnchosen();
      if (next == null) {
        batches--;
      } else if (next.mayLead) {
        next.state = Request.State.CHOSEN;
      }
    } finally {
      lock.unlock();
    }
    if (next != null && next.mayLead) {
      LockSupport.unpark(next.caller);
    } else if (next != null) {
      workers.execute(this::leadByWorker);
    }
    settle(batch);
  }

  /** The one with the most time left; none when all wait for one that leads already. */
  private @Nullable Request newestUnchosen() {
    Iterator<Request> newestFirst = queue.descendingIterator();
    while (newestFirst.hasNext()) {
      Request request = newestFirst.next();
      if (request.state == Request.State.QUEUED) {
        return request;
      }
    }
    return null;
  }

  /** Hands the answers out. */
  private void settle(List<Request> batch) {
    lock.lock();
    try {
      for (Request request : batch) {
        if (request.state == Request.State.SENT) {
          request.state = Request.State.DONE;
        } else if (request.hasTaken() && orphans.size() < MOST_ORPHANS) {
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

  private static long latestDeadline(List<Request> batch) {
    long now = System.nanoTime();
    long left = 0;
    for (Request request : batch) {
      left = Math.max(left, request.caller == null ? 0 : request.deadlineNanos - now);
    }
    return now + left;
  }
}
