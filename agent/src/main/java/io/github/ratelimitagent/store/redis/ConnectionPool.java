package io.github.ratelimitagent.store.redis;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The open connections: callers take and give back, the {@link ConnectionOpener} adds.
 *
 * <p>A caller never opens one. It waits until one is there, unless none is open and the last
 * attempt has failed: then it fails at once, so that a dead server costs no waiting.
 *
 * <p>Safe for many threads, by its own monitor, for the reason that {@link Batches} has. The opener
 * parks instead of waiting for it: no call is to wake it but one that wants a connection.
 */
final class ConnectionPool {
  private final int most;
  private final Backoff backoff = new Backoff();
  private final OpenConnections open = new OpenConnections();
  private int waiting;
  private volatile @Nullable Thread opener;
  private boolean everOpened;
  private boolean closed;
  private volatile @Nullable String failure;
  private volatile boolean tried;

  ConnectionPool(int most) {
    this.most = most;
  }

  /** Waits for a connection, whatever the thread's interrupt flag, which is kept. */
  synchronized RedisConnection take(long deadlineNanos) throws RedisFailure {
    boolean interrupted = false;
    try {
      while (true) {
        RedisConnection connection = open.take(deadlineNanos);
        if (connection != null) {
          return connection;
        }
        if (closed || isDown()) {
          throw RedisFailure.notConnected(String.valueOf(failure));
        }
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
          throw RedisFailure.noFreeConnection("no connection in time");
        }
        interrupted |= awaitAvailable(left);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until the first attempt to connect has ended, whichever way. */
  void awaitFirstAttempt(long untilNanos) {
    await(untilNanos, false);
  }

  /** Waits until a connection has been opened; whether one has. */
  boolean awaitFirstConnection(long untilNanos) {
    return await(untilNanos, true);
  }

  /** Whether the first attempt to connect has ended. */
  boolean isTried() {
    return tried;
  }

  /** Takes a connection back on which a call has got its answer. */
  synchronized void giveBack(RedisConnection connection) {
    connection.hasWorked = true;
    backoff.succeeded();
    giveBack(connection, System.nanoTime());
  }

  /**
   * Takes a connection back that is in order.
   *
   * @param usedNanos when the server last answered on it
   */
  synchronized void giveBack(RedisConnection connection, long usedNanos) {
    if (!open.removeUsed(connection) || closed) {
      connection.close();
      return;
    }
    connection.usedNanos = usedNanos;
    connection.checkedNanos = System.nanoTime();
    open.addIdle(connection);
    if (waiting > 0) {
      notifyAll();
    }
  }

  /**
   * Closes a connection that must not be used again.
   *
   * @param all whether those that lie idle have most likely come to the same end
   */
  void discard(RedisConnection connection, String reason, boolean all) {
    connection.close();
    forget(connection, reason, all);
  }

  private synchronized void forget(RedisConnection connection, String reason, boolean all) {
    if (!open.removeUsed(connection)) {
      return;
    }
    if (!connection.hasWorked) {
      // connecting succeeds and using does not: that must not become a storm of connections
      failure = reason;
      backoff.failed();
    }
    if (all) {
      open.closeIdle();
    }
    wakeOpener();
    if (isDown()) {
      notifyAll();
    }
  }

  /** Adds a connection. */
  synchronized void opened(RedisConnection connection) {
    if (closed) {
      connection.close();
      return;
    }
    open.addIdle(connection);
    everOpened = true;
    tried = true;
    notifyAll();
  }

  /** Closes those that lie idle; those in use are closed when they come back. */
  synchronized void renew() {
    open.closeAll();
    wakeOpener();
  }

  /** An attempt to connect has failed. */
  synchronized void failed(String reason) {
    failure = closed ? failure : reason;
    tried = true;
    backoff.failed();
    notifyAll();
  }

  /** Why there was no connection when there last was none, or null. */
  @Nullable String lastFailure() {
    return failure;
  }

  /**
   * Waits until a connection is to be opened, at most for {@code nanos}.
   *
   * @throws InterruptedException when the pool is closed too
   */
  boolean awaitWanted(long nanos) throws InterruptedException {
    // before it looks: who wants a connection afterwards wakes this thread
    opener = Thread.currentThread();
    long end = System.nanoTime() + nanos;
    while (true) {
      long now = System.nanoTime();
      long pause = wantedIn(now);
      if (pause <= 0) {
        return true;
      }
      if (end - now <= 0) {
        return false;
      }
      LockSupport.parkNanos(this, Math.min(end - now, pause));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  private synchronized long wantedIn(long now) throws InterruptedException {
    if (closed) {
      throw new InterruptedException("closed");
    }
    return isWanted() ? backoff.nanosLeft(now) : Long.MAX_VALUE;
  }

  /** Takes an idle connection out that was last used or checked before, the oldest first. */
  synchronized @Nullable RedisConnection takeUnchecked(
      long checkedBeforeNanos, long deadlineNanos) {
    return open.takeUnchecked(checkedBeforeNanos, deadlineNanos);
  }

  /** Connections in use that should have come back by {@code nanos}. */
  synchronized List<RedisConnection> overdue(long nanos) {
    return open.overdue(nanos);
  }

  synchronized void close() {
    closed = true;
    tried = true;
    failure = "closed";
    open.closeIdle();
    notifyAll();
    wakeOpener();
  }

  private void wakeOpener() {
    LockSupport.unpark(opener);
  }

  private boolean isDown() {
    return open.size() == 0 && backoff.isAfterFailure();
  }

  private boolean isWanted() {
    return open.size() == 0 || (open.size() < most && waiting > open.idle());
  }

  private boolean awaitAvailable(long nanos) {
    waiting++;
    wakeOpener();
    try {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
      return false;
    } catch (InterruptedException e) {
      return true;
    } finally {
      waiting--;
    }
  }

  private synchronized boolean await(long untilNanos, boolean connection) {
    boolean interrupted = false;
    try {
      while (!closed && !(connection ? everOpened : tried)) {
        long left = untilNanos - System.nanoTime();
        if (left <= 0) {
          break;
        }
        interrupted |= awaitAvailable(left);
      }
      return everOpened;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
