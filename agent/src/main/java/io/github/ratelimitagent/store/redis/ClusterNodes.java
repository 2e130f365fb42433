package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
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
  private final Log log;
  private final ServerLog mapLog;
  private final ClusterSurvey survey;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition wanted = lock.newCondition();
  private volatile ClusterMap map = ClusterMap.empty();
  private volatile Map<HostPort, Server> servers = new HashMap<>();
  private final Set<HostPort> missing = new LinkedHashSet<>();
  private final Deque<LaterWork> later = new ArrayDeque<>();
  private boolean outdated = true;
  private boolean connected;
  private volatile boolean tried;
  private volatile boolean closed;
  private volatile @Nullable String failure;

  /** Something to do that may fail without anyone to tell. */
  interface LaterWork {
    void run() throws RedisFailure;
  }

  ClusterNodes(RedisOptions options, AgentThreads agentThreads, Log log) {
    this.options = options;
    this.agentThreads = agentThreads;
    this.log = log;
    this.mapLog = new ServerLog(options.address(), log);
    this.survey = new ClusterSurvey(options);
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
    Server known = servers.get(address);
    return known == null ? awaitServer(address, deadlineNanos) : known;
  }

  private Server awaitServer(HostPort address, long deadlineNanos) throws RedisFailure {
    boolean interrupted = false;
    lock.lock();
    try {
      while (true) {
        Server server = servers.get(address);
        if (server != null) {
          return server;
        }
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0 || closed) {
          throw RedisFailure.noFreeConnection("no connection in time");
        }
        missing.add(address);
        wanted.signal();
        try {
          changed.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
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
    Backoff backoff = new Backoff();
    long surveyed = System.nanoTime() - PERIOD_NANOS;
    try {
      while (!closed) {
        startMissing();
        long now = System.nanoTime();
        long due = dueNanos(surveyed, backoff, now);
        if (due > 0) {
          // one at a time: slow ones must not keep the map from being asked for
          if (!runLater()) {
            await(due);
          }
          continue;
        }
        if (survey()) {
          backoff.succeeded();
        } else {
          backoff.failed();
        }
        surveyed = System.nanoTime();
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  private long dueNanos(long surveyed, Backoff backoff, long now) {
    if (backoff.isAfterFailure()) {
      return backoff.nanosLeft(now);
    }
    lock.lock();
    try {
      return surveyed + (outdated ? LEAST_PERIOD_NANOS : PERIOD_NANOS) - now;
    } finally {
      lock.unlock();
    }
  }

  private void await(long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (missing.isEmpty() && later.isEmpty() && !closed) {
        // a fleet must not ask at one moment
        wanted.awaitNanos(nanos + ThreadLocalRandom.current().nextLong(LEAST_PERIOD_NANOS));
      }
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
      keep(found.masters());
      failure = null;
      mapLog.usable();
      if (!connected) {
        awaitServers();
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

  /** The first calls would find no connection open. */
  private void awaitServers() {
    long until = System.nanoTime() + options.connectTimeout().toNanos();
    for (Server server : servers.values()) {
      server.awaitFirstAttempt(until);
      connected |= server.lastFailure() == null;
    }
  }

  private void startMissing() {
    lock.lock();
    try {
      if (missing.isEmpty()) {
        return;
      }
      Set<HostPort> all = new LinkedHashSet<>(servers.keySet());
      all.addAll(missing);
      missing.clear();
      keep(all);
    } finally {
      lock.unlock();
    }
  }

  /** Starts those that are new and closes those that are gone. On the own thread only. */
  private void keep(Set<HostPort> addresses) {
    Map<HostPort, Server> before = servers;
    Map<HostPort, Server> now = new HashMap<>();
    for (HostPort address : addresses) {
      Server server = before.get(address);
      if (server == null) {
        server =
            new Server(
                address.toString(), AddressSource.fixed(address), options, agentThreads, log);
        server.start();
      }
      now.put(address, server);
    }
    lock.lock();
    try {
      servers = now;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    before.forEach(
        (address, server) -> {
          if (!now.containsKey(address)) {
            server.close();
          }
        });
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
    servers.values().forEach(Server::close);
  }
}
