package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The masters of a cluster, and one thread that keeps knowing them: it asks the cluster for its map
 * when a call has found it wrong, and every ten seconds.
 *
 * <p>Safe for many threads, by its own monitor, for the reason that {@link Batches} has.
 */
final class ClusterNodes implements WorkerThread.Work {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LEAST_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final RedisOptions options;
  private final ServerLog mapLog;
  private final ClusterSurvey survey;
  private final ClusterServers servers;
  private final WorkerThread thread;
  private final Queue<LaterWork> later = new ConcurrentLinkedQueue<>();
  private volatile ClusterMap map = ClusterMap.empty();
  private volatile boolean outdated = true;
  private volatile boolean connected;
  private volatile boolean tried;
  private volatile boolean closed;
  private final Backoff backoff = new Backoff();
  private long surveyedNanos = System.nanoTime() - PERIOD_NANOS;
  private volatile @Nullable String failure;

  /** Something to do that may fail without anyone to tell. */
  interface LaterWork {
    void run() throws RedisFailure;
  }

  ClusterNodes(RedisOptions options, AgentThreads agentThreads, Log log) {
    this.options = options;
    this.mapLog = new ServerLog(options.address(), log);
    this.survey = new ClusterSurvey(options);
    this.thread = new WorkerThread("ratelimit-redis-cluster", agentThreads, this);
    this.servers = new ClusterServers(options, agentThreads, log, thread::wake);
  }

  void start() {
    thread.start();
  }

  /** The master that has a slot. */
  HostPort owner(int slot) throws RedisFailure {
    HostPort owner = map.owner(slot);
    if (owner == null) {
      refresh();
      String reason = failure;
      throw RedisFailure.notConnected(
          reason == null ? "no node of the cluster has the slot of the key" : reason);
    }
    return owner;
  }

  /** A node that a call is to be sent to. Waits until the deadline for one that is new. */
  Server server(HostPort address, long deadlineNanos) throws RedisFailure {
    return servers.get(address, deadlineNanos);
  }

  /** The cluster has told that a slot is elsewhere. */
  void moved(int slot, HostPort owner) {
    synchronized (this) {
      map = map.with(slot, owner);
    }
    refresh();
  }

  /** Asks for the map anew, soon. */
  void refresh() {
    outdated = true;
    thread.wake();
  }

  /** Has the thread do something. */
  void later(LaterWork work) {
    later.add(work);
    thread.wake();
  }

  @Override
  public void once() throws InterruptedException {
    servers.startMissing();
    long due = dueNanos(System.nanoTime());
    if (due > 0) {
      // one at a time: slow ones must not keep the map from being asked for
      if (!runLater()) {
        await(due);
      }
      return;
    }
    if (survey()) {
      backoff.succeeded();
    } else {
      backoff.failed();
    }
    surveyedNanos = System.nanoTime();
  }

  private long dueNanos(long now) {
    if (backoff.isAfterFailure()) {
      return backoff.nanosLeft(now);
    }
    return surveyedNanos + (outdated ? LEAST_PERIOD_NANOS : PERIOD_NANOS) - now;
  }

  /** Waits until it is woken, and without that a little longer than told. */
  private void await(long nanos) throws InterruptedException {
    // a fleet must not ask at one moment
    LockSupport.parkNanos(this, nanos + ThreadLocalRandom.current().nextLong(LEAST_PERIOD_NANOS));
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private boolean survey() {
    outdated = false;
    try {
      ClusterMap found =
          survey.ask(map.nodes(), System.nanoTime() + options.connectTimeout().toNanos());
      map = found;
      servers.keep(found.masters());
      failure = null;
      mapLog.usable();
      if (!connected) {
        // the first calls would find no connection open
        connected =
            servers.awaitFirstAttempts(System.nanoTime() + options.connectTimeout().toNanos());
      }
      return true;
    } catch (RedisFailure e) {
      failure = e.reason();
      if (!closed) {
        mapLog.unusable(e.reason());
      }
      return false;
    } finally {
      tried = true;
      wakeWaiting();
    }
  }

  private synchronized void wakeWaiting() {
    notifyAll();
  }

  /** Does the next thing that has been asked for; whether there was one. */
  private boolean runLater() {
    LaterWork work = later.poll();
    if (work == null) {
      return false;
    }
    try {
      work.run();
    } catch (RedisFailure e) {
      // permits are lost, and nobody waits to be told
    }
    return true;
  }

  boolean isTried() {
    return tried;
  }

  void awaitFirstAttempt(long untilNanos) {
    awaitFirst(untilNanos, false);
  }

  boolean awaitFirstConnection(long untilNanos) {
    return awaitFirst(untilNanos, true);
  }

  private synchronized boolean awaitFirst(long untilNanos, boolean connection) {
    boolean interrupted = false;
    try {
      while (!closed && !(connection ? connected : tried)) {
        long left = untilNanos - System.nanoTime();
        if (left <= 0) {
          break;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return connected;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Nullable String lastFailure() {
    return failure;
  }

  void close() {
    closed = true;
    thread.stop();
    survey.close();
    wakeWaiting();
    servers.close();
  }
}
