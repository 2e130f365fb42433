package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The masters of a cluster, and one thread that keeps knowing them: it asks the cluster for its map
 * when a call has found it wrong, and every ten seconds. Safe for many threads.
 */
final class ClusterNodes implements Runnable {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LEAST_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final RedisOptions options;
  private final AgentThreads agentThreads;
  private final ServerLog mapLog;
  private final ClusterSurvey survey;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition wanted = lock.newCondition();
  private volatile ClusterMap map = ClusterMap.empty();
  private final ClusterServers servers;
  private final Deque<LaterWork> later = new ArrayDeque<>();
  private boolean outdated = true;
  private boolean woken;
  private boolean connected;
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
    this.agentThreads = agentThreads;
    this.mapLog = new ServerLog(options.address(), log);
    this.survey = new ClusterSurvey(options);
    this.servers = new ClusterServers(options, agentThreads, log, this::wake);
    this.thread = new Thread(this, "ratelimit-redis-cluster");
    this.thread.setDaemon(true);
    // the thread that starts the agent has the application's loader, which must not be kept alive
    this.thread.setContextClassLoader(ClusterNodes.class.getClassLoader());
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
    lock.lock();
    try {
      map = map.with(slot, owner);
    } finally {
      lock.unlock();
    }
    refresh();
  }

  private void wake() {
    lock.lock();
    try {
      woken = true;
      wanted.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Asks for the map anew, soon. */
  void refresh() {
    lock.lock();
    try {
      outdated = true;
      wanted.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Has the thread do something. */
  void later(LaterWork work) {
    lock.lock();
    try {
      later.add(work);
      wanted.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() {
    agentThreads.setInside(true);
    while (!closed) {
      try {
        work();
      } catch (InterruptedException e) {
        // closed, if it is meant
      } catch (Throwable e) {
        // Out of memory, most likely. Without this thread the map would never be asked for again.
        Thread.yield();
      }
    }
  }

  private void work() throws InterruptedException {
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
    lock.lock();
    try {
      return surveyedNanos + (outdated ? LEAST_PERIOD_NANOS : PERIOD_NANOS) - now;
    } finally {
      lock.unlock();
    }
  }

  private void await(long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (later.isEmpty() && !woken && !closed) {
        // a fleet must not ask at one moment
        wanted.awaitNanos(nanos + ThreadLocalRandom.current().nextLong(LEAST_PERIOD_NANOS));
      }
      woken = false;
    } finally {
      lock.unlock();
    }
  }

  private boolean survey() {
    lock.lock();
    try {
      outdated = false;
    } finally {
      lock.unlock();
    }
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
      lock.lock();
      try {
        tried = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Does the next thing that has been asked for; whether there was one. */
  private boolean runLater() {
    LaterWork work;
    lock.lock();
    try {
      work = later.poll();
    } finally {
      lock.unlock();
    }
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

  private boolean awaitFirst(long untilNanos, boolean connection) {
    boolean interrupted = false;
    lock.lock();
    try {
      while (!closed && !(connection ? connected : tried)) {
        long left = untilNanos - System.nanoTime();
        if (left <= 0) {
          break;
        }
        try {
          changed.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return connected;
    } finally {
      lock.unlock();
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
    survey.close();
    thread.interrupt();
    lock.lock();
    try {
      changed.signalAll();
      wanted.signalAll();
    } finally {
      lock.unlock();
    }
    servers.close();
  }
}
