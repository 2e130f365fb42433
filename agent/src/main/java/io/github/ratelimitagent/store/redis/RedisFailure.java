package io.github.ratelimitagent.store.redis;

import org.jspecify.annotations.Nullable;

/** A connection gave an error, or no reply. The message may quote the server. */
final class RedisFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final @Nullable ServerError error;
  private final boolean disconnected;

  private RedisFailure(@Nullable ServerError error, boolean disconnected, String message) {
    // no stack trace: made on the path of every call while a server hangs
    super(message, null, false, false);
    this.error = error;
    this.disconnected = disconnected;
  }

  static RedisFailure answered(String message) {
    return new RedisFailure(ServerError.of(message), false, message);
  }

  static RedisFailure timedOut() {
    return new RedisFailure(null, false, "no answer in time");
  }

  static RedisFailure disconnected(String message) {
    return new RedisFailure(null, true, message);
  }

  /** Present when the server answered. */
  @Nullable ServerError error() {
    return error;
  }

  /** Whether the other side, or the way to it, has ended the connection. */
  boolean isDisconnected() {
    return disconnected;
  }

  /** Whether the next call may get an answer on the same connection. */
  boolean isConnectionUsable() {
    return error != null && error.isConnectionUsable();
  }
}
