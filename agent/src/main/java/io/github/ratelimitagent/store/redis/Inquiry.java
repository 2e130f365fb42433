package io.github.ratelimitagent.store.redis;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one of several servers that know the same, opened when there is a question and
 * kept for the next. For one thread, but for {@link #close()}.
 */
final class Inquiry {
  /** One server that hangs must not keep the others from being asked. */
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final RedisOptions options;
  private final Login login;
  private volatile @Nullable DeadlineSocket socket;
  private volatile boolean closed;
  private @Nullable RedisLink link;
  private @Nullable HostPort server;

  Inquiry(RedisOptions options, Login login) {
    this.options = options;
    this.login = login;
  }

  /**
   * A connection to a server, whose reply must come within half a second and before the deadline.
   */
  RedisLink to(HostPort asked, long deadlineNanos) throws RedisFailure {
    long now = System.nanoTime();
    long until = now + Math.min(deadlineNanos - now, MOST_NANOS);
    if (!asked.equals(server)) {
      disconnect();
    }
    RedisLink open = link;
    if (open == null) {
      DeadlineSocket opening = new DeadlineSocket();
      socket = opening;
      if (closed) {
        opening.close();
      }
      open = RedisLink.open(options, login, 0, asked, opening, until);
      link = open;
      server = asked;
    }
    open.endReadsAt(until);
    return open;
  }

  /** The server that the connection is to, or null. */
  @Nullable HostPort server() {
    return server;
  }

  void disconnect() {
    RedisLink open = link;
    if (open != null) {
      open.close();
    }
    link = null;
    server = null;
  }

  boolean isClosed() {
    return closed;
  }

  /** Ends an attempt under way. */
  void close() {
    closed = true;
    DeadlineSocket open = socket;
    if (open != null) {
      open.close();
    }
  }
}
