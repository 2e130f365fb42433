package io.github.ratelimitagent.store.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections that are open, idle or in use. Guarded by its owner. */
final class OpenConnections {
  private final Deque<RedisConnection> idle = new ArrayDeque<>();
  private final Set<RedisConnection> inUse = new HashSet<>();

  /** Takes the idle connection that was used last, or null. */
  @Nullable RedisConnection take(long deadlineNanos) {
    return use(idle.pollFirst(), deadlineNanos);
  }

  /** Takes the idle connection that was checked first, if that was before a moment, or null. */
  @Nullable RedisConnection takeUnchecked(long checkedBeforeNanos, long deadlineNanos) {
    RedisConnection oldest = idle.peekLast();
    return oldest == null || oldest.checkedNanos - checkedBeforeNanos >= 0
        ? null
        : use(idle.pollLast(), deadlineNanos);
  }

  void addIdle(RedisConnection connection) {
    idle.addFirst(connection);
  }

  /** Removes a connection from those in use; whether it was one. */
  boolean removeUsed(RedisConnection connection) {
    return inUse.remove(connection);
  }

  void closeIdle() {
    idle.forEach(RedisConnection::close);
    idle.clear();
  }

  /** Closes those that lie idle and disowns those in use. */
  void closeAll() {
    closeIdle();
    inUse.clear();
  }

  /** Connections in use whose deadline was before a moment. */
  List<RedisConnection> overdue(long nanos) {
    List<RedisConnection> overdue = new ArrayList<>();
    for (RedisConnection connection : inUse) {
      if (connection.deadlineNanos - nanos < 0) {
        overdue.add(connection);
      }
    }
    return overdue;
  }

  int idle() {
    return idle.size();
  }

  int size() {
    return idle.size() + inUse.size();
  }

  private @Nullable RedisConnection use(@Nullable RedisConnection connection, long deadlineNanos) {
    if (connection != null) {
      connection.deadlineNanos = deadlineNanos;
      inUse.add(connection);
    }
    return connection;
  }
}
