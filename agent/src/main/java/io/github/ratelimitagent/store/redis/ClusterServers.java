package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The servers of a cluster that calls are sent to. Callers take them and say which they miss; one
 * thread of the agent starts and closes them, because a new thread holds on to much of the one that
 * makes it. Safe for many threads, by its own monitor, for the reason that {@link Batches} has.
 */
final class ClusterServers {
  private final RedisOptions options;
  private final AgentThreads agentThreads;
  private final Log log;
  private final Runnable wake;
  private final Set<HostPort> missing = new LinkedHashSet<>();
  private volatile Map<HostPort, Server> servers = new HashMap<>();
  private volatile boolean closed;

  /**
   * No servers yet.
   *
   * @param wake tells the thread that {@link #startMissing} has something to do
   */
  ClusterServers(RedisOptions options, AgentThreads agentThreads, Log log, Runnable wake) {
    this.options = options;
    this.agentThreads = agentThreads;
    this.log = log;
    this.wake = wake;
  }

  /** A server that a call is to be sent to. Waits until the deadline for one that is new. */
  Server get(HostPort address, long deadlineNanos) throws RedisFailure {
    Server known = servers.get(address);
    return known == null ? await(address, deadlineNanos) : known;
  }

  private synchronized Server await(HostPort address, long deadlineNanos) throws RedisFailure {
    boolean interrupted = false;
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
        if (missing.add(address)) {
          wake.run();
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Starts those that callers miss. */
  void startMissing() {
    Set<HostPort> missed = takeMissing();
    if (!missed.isEmpty()) {
      missed.addAll(servers.keySet());
      keep(missed);
    }
  }

  private synchronized Set<HostPort> takeMissing() {
    Set<HostPort> missed = new LinkedHashSet<>(missing);
    missing.clear();
    return missed;
  }

  /** Starts those that are new and closes those that are gone. */
  void keep(Set<HostPort> addresses) {
    Map<HostPort, Server> before = servers;
    Map<HostPort, Server> now = new HashMap<>();
    for (HostPort address : addresses) {
      Server server = before.get(address);
      now.put(address, server == null ? start(address) : server);
    }
    replace(now);
    before.forEach(
        (address, server) -> {
          if (!now.containsKey(address)) {
            server.close();
          }
        });
    if (closed) {
      closeAll();
    }
  }

  private synchronized void replace(Map<HostPort, Server> now) {
    servers = now;
    notifyAll();
  }

  private Server start(HostPort address) {
    AddressSource source = AddressSource.fixed(address);
    Server server = new Server(address.toString(), source, options, agentThreads, log);
    server.start();
    return server;
  }

  /** Waits until each has tried to connect; whether one has succeeded. */
  boolean awaitFirstAttempts(long untilNanos) {
    boolean connected = false;
    for (Server server : servers.values()) {
      server.awaitFirstAttempt(untilNanos);
      connected |= server.isTried() && server.lastFailure() == null;
    }
    return connected;
  }

  void close() {
    closed = true;
    wakeWaiting();
    closeAll();
  }

  private synchronized void wakeWaiting() {
    notifyAll();
  }

  private void closeAll() {
    servers.values().forEach(Server::close);
  }
}
