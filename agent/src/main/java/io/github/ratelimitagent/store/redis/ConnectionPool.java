package io.github.ratelimitagent.store.redis;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The open connections: callers take and give back, the {@link ConnectionOpener} adds.
 *
 * <p>A caller never opens one. It waits until one is there, unless none is open and the last
 * attempt has failed: then it fails at once, so that a dead server costs no waiting.
 */
final class ConnectionPool {
  private final int most;
  private final Backoff backoff = new Backoff();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition available = lock.newCondition();
  private final Condition wanted = lock.newCondition();
  private final OpenConnections open = new OpenConnections();
  private int waiting;
  private boolean everOpened;
  private boolean closed;
  private volatile @Nullable String failure;
  private volatile boolean tried;

  ConnectionPool(int most) {
    this.most = most;
  }

  /** Waits for a connection, whatever the thread's interrupt flag, which is kept. */
  RedisConnection take(long deadlineNanos) throws RedisFailure {
    boolean interrupted = false;
    lock.lock();
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
      lock.unlock();
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
  void giveBack(RedisConnection connection) {
    lock.lock();
    try {
      connection.hasWorked = true;
      backoff.succeeded();
      giveBack(connection, System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a connection back that is in order.
   *
   * @param usedNanos when the server last answered on it
   */
  void giveBack(RedisConnection connection, long usedNanos) {
    lock.lock();
    try {
      if (!open.removeUsed(connection) || closed) {
        connection.close();
        return;
      }
      connection.usedNanos = usedNanos;
      connection.checkedNanos = System.nanoTime();
      open.addIdle(connection);
      available.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Closes a connection that must not be used again.
   *
   * @param all whether those that lie idle have most likely come to the same end
   */
  void discard(RedisConnection connection, String reason, boolean all) {
    connection.close();
    lock.lock();
    try {
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
      wanted.signal();
      if (isDown()) {
        available.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Adds a connection. */
  void opened(RedisConnection connection) {
    lock.lock();
    try {
      if (closed) {
        connection.close();
        return;
      }
      open.addIdle(connection);
      everOpened = true;
      tried = true;
      available.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Closes those that lie idle; those in use are closed when they come back. */
  void renew() {
    lock.lock();
    try {
      open.closeAll();
      wanted.signal();
    } finally {
      lock.unlock();
    }
  }

  /** An attempt to connect has failed. */
  void failed(String reason) {
    lock.lock();
    try {
      failure = closed ? failure : reason;
      tried = true;
      backoff.failed();
      available.signalAll();
    } finally {
      lock.unlock();
    }
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
    long end = System.nanoTime() + nanos;
    lock.lockInterruptibly();
    try {
      while (true) {
        if (closed) {
          throw new InterruptedException("closed");
        }
        long now = System.nanoTime();
        long pause = isWanted() ? backoff.nanosLeft(now) : Long.MAX_VALUE;
        if (pause <= 0) {
          return true;
        }
        if (end - now <= 0) {
          return false;
        }
        wanted.awaitNanos(Math.min(end - now, pause));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes an idle connection out that was last used or checked before, the oldest first. */
  @Nullable RedisConnection takeUnchecked(long checkedBeforeNanos, long deadlineNanos) {
    lock.lock();
    try {
      return open.takeUnchecked(checkedBeforeNanos, deadlineNanos);
    } finally {
      lock.unlock();
    }
  }

  /** Connections in use that should have come back by {@code nanos}. */
  List<RedisConnection> overdue(long nanos) {
    lock.lock();
    try {
      return open.overdue(nanos);
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      tried = true;
      failure = "closed";
      open.closeIdle();
      available.signalAll();
      wanted.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isDown() {
    return open.size() == 0 && backoff.isAfterFailure();
  }

  private boolean isWanted() {
    return open.size() == 0 || (open.size() < most && waiting > open.idle());
  }

  private boolean awaitAvailable(long nanos) {
    waiting++;
    wanted.signal();
    try {
      available.awaitNanos(nanos);
      return false;
    } catch (InterruptedException e) {
      return true;
    } finally {
      waiting--;
    }
  }

  private boolean await(long untilNanos, boolean connection) {
    boolean interrupted = false;
    lock.lock();
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
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
