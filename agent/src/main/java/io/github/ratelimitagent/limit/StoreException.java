package io.github.ratelimitagent.limit;

import org.jspecify.annotations.Nullable;

/** A store did not answer an acquire. Never carries a rendered key or a password in its message. */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Whose fault it is. */
  public enum Kind {
    /** The store as a whole: connection, timeout, or a server that serves nobody now. */
    UNAVAILABLE,
    /** This call's buckets only, such as a foreign value at the key. */
    FAULT
  }

  private final Kind kind;

  /** A failure that {@code message} explains to an operator. */
  public StoreException(Kind kind, String message, @Nullable Throwable cause) {
    // no stack trace: these are made on the path of every call while a store is down
    super(message, cause, false, false);
    this.kind = kind;
  }

  /** Whose fault it is. */
  public Kind kind() {
    return kind;
  }
}
