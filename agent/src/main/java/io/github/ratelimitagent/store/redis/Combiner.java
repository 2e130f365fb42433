package io.github.ratelimitagent.store.redis;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests that wait at the same moment travel together, without ever waiting for more.
 *
 * <p>One of the callers leads: it sends all that wait, its own request among them, and hands the
 * answers out. Those that arrive meanwhile form the next batch, led by the one of them that came
 * last, for it has the most time left. Callers that must not read a socket let a worker lead, and
 * wake each other when they are many.
 *
 * <p>A caller leaves at its deadline, whatever has become of its request. Permits that were taken
 * for it go back with a later batch. An interrupt ends no call and is kept. Safe for many threads.
 *
 * <p>Answers are handed out before the next batch is begun: the first that comes back with another
 * request begins it without a thread being woken for that.
 */
final class Combiner {
  private final Batches batches;
  private final DeadlineWatch watch;
  private final Exchange exchange;
  private final Executor workers;
  private final int fewestRelayed;

  /** How a batch gets its answers. */
  interface Exchange {
    /**
     * Answers each request of the batch, or fails it. Blocks until the deadline at most.
     *
     * @param batch in the order of arrival
     */
    void exchange(List<Request> batch, long deadlineNanos);
  }

  /**
   * A combiner without requests.
   *
   * @param mostBatches how many may be on their way at a time
   * @param workers where batches are led whose callers must not; another thread is to {@link
   *     #watch}
   * @param fewestRelayed so many callers that must not lead wake each other, see {@link Relay}
   */
  Combiner(int mostBatches, Exchange exchange, Executor workers, int fewestRelayed) {
    this.batches = new Batches(mostBatches);
    this.watch = new DeadlineWatch(batches);
    this.exchange = exchange;
    this.workers = workers;
    this.fewestRelayed = fewestRelayed;
  }

  /** Has the request answered. Blocks until its deadline at most. */
  void run(Request request) throws RedisFailure {
    boolean leads = batches.add(request);
    if (!request.mayLead) {
      watch.somebodyWaits();
      if (leads) {
        workers.execute(this::leadByWorker);
      }
    }
    await(request);
  }

  /** Sends refunds that no batch has taken along yet. */
  void flush(long deadlineNanos) {
    List<Request> orphans = batches.takeOrphans();
    if (!orphans.isEmpty()) {
      exchange.exchange(orphans, deadlineNanos);
    }
  }

  /** As {@link DeadlineWatch#watch}. */
  void watch() {
    watch.watch();
  }

  /** As {@link DeadlineWatch#end}. */
  void endWatch() {
    watch.end();
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
          batches.leave(request);
        } else {
          if (request.mayLead || !watch.isOn()) {
            LockSupport.parkNanos(this, left);
          } else {
            LockSupport.park(this);
          }
          interrupted |= Thread.interrupted();
        }
      }
      if (request.relay != null && batches.begin(request.relay)) {
        request.relay.wakeAll();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void leadByWorker() {
    List<Request> batch = batches.take(null);
    exchange(batch, latestDeadline(batch), fewestRelayed);
  }

  private void lead(Request leader) {
    exchange(batches.take(leader), leader.deadlineNanos, Relay.NEVER);
  }

  private void exchange(List<Request> batch, long deadlineNanos, int fewest) {
    try {
      if (!batch.isEmpty()) {
        exchange.exchange(batch, deadlineNanos);
      }
    } finally {
      batches.over(batch);
      handOut(batch, batches.settle(batch, fewest));
      leadOn(batches.next());
    }
  }

  private static void handOut(List<Request> batch, @Nullable Relay relay) {
    if (relay != null) {
      relay.start();
    }
    for (Request request : batch) {
      boolean waits = request.caller != null && request.caller != Thread.currentThread();
      if (waits && (relay == null || !relay.wakes(request))) {
        LockSupport.unpark(request.caller);
      }
    }
  }

  private void leadOn(@Nullable Request next) {
    if (next == null) {
      return;
    }
    if (next.mayLead) {
      LockSupport.unpark(next.caller);
    } else {
      workers.execute(this::leadByWorker);
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
