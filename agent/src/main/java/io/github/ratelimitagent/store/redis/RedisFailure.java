package io.github.ratelimitagent.store.redis;

import org.jspecify.annotations.Nullable;

/** A server gave an error, or no reply. The message may quote the server. */
final class RedisFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** How far a call came. */
  enum Stage {
    /** No connection is open, and the last attempt to open one has failed. */
    NOT_CONNECTED,
    /** All connections were in use, or none was open yet, until it was too late. */
    NO_FREE_CONNECTION,
    /** The server has failed of late and is left alone. */
    NOT_ASKED,
    /** Sent; the other side, or the way to it, has ended the connection. */
    DISCONNECTED,
    /** Sent; no reply in time. */
    TIMED_OUT,
    /** The server answered an error. */
    ANSWERED
  }

  private final Stage stage;
  private final @Nullable ServerError error;

  private RedisFailure(Stage stage, @Nullable ServerError error, String message) {
    // no stack trace: made on the path of every call while a server hangs
    super(message, null, false, false);
    this.stage = stage;
    this.error = error;
  }

  static RedisFailure answered(String message) {
    return new RedisFailure(Stage.ANSWERED, ServerError.of(message), message);
  }

  static RedisFailure senseless() {
    return new RedisFailure(Stage.ANSWERED, ServerError.OTHER, "its reply is none of the script's");
  }

  static RedisFailure fault() {
    return new RedisFailure(Stage.NOT_ASKED, null, "a fault of the agent");
  }

  static RedisFailure timedOut() {
    return new RedisFailure(Stage.TIMED_OUT, null, "no answer in time");
  }

  static RedisFailure disconnected(String message) {
    return new RedisFailure(Stage.DISCONNECTED, null, message);
  }

  static RedisFailure notConnected(String message) {
    return new RedisFailure(Stage.NOT_CONNECTED, null, message);
  }

  static RedisFailure noFreeConnection(String message) {
    return new RedisFailure(Stage.NO_FREE_CONNECTION, null, message);
  }

  static RedisFailure notAsked(String message) {
    return new RedisFailure(Stage.NOT_ASKED, null, message);
  }

  /** The one that says more about the server: what concerns a call only gives way. */
  static RedisFailure worse(@Nullable RedisFailure one, RedisFailure other) {
    return one == null || one.isOfTheCallOnly() ? other : one;
  }

  Stage stage() {
    return stage;
  }

  /** Present when the server answered. */
  @Nullable ServerError error() {
    return error;
  }

  /** What happened, for an operator; never null. */
  String text() {
    return String.valueOf(getMessage());
  }

  /** What happened, without what the server said beyond its first word. */
  String reason() {
    if (error == null) {
      return text();
    }
    return "it " + error.meaning() + (error == ServerError.OTHER ? "" : " (" + error + ")");
  }

  /** Whether the other side, or the way to it, has ended the connection. */
  boolean isDisconnected() {
    return stage == Stage.DISCONNECTED;
  }

  /** Whether the next call may get an answer on the same connection. */
  boolean isConnectionUsable() {
    return error != null && error.isConnectionUsable();
  }

  /** Whether it proves that the server is there and works for other keys. */
  boolean isOfTheCallOnly() {
    return error != null && !error.isOfTheServer();
  }
}
