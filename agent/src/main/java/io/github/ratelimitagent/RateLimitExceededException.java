package io.github.ratelimitagent;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;

/**
 * Thrown by a limited method in place of running its body, when the limit's bucket does not hold
 * the permits of the call.
 *
 * <p>An application needs no dependency on this class to be limited; it may catch it by name where
 * the agent's jar is on its compile class path. The message names the limit and its key template,
 * never the rendered key, which may be a secret; {@link #key()} has the rendered key.
 *
 * <p>Immutable, and so safe for use by many threads.
 */
public final class RateLimitExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What limited methods call. */
  private static final String GATE = "java.lang.RateLimitGate";

  /** Why the call was rejected. */
  public enum Reason {
    /** The bucket does not hold the permits now; they will be there after {@link #retryAfter()}. */
    EMPTY,
    /** The call asks for more permits than the bucket can ever hold. */
    NEVER,
    /** The store of the buckets did not answer, and the limit's failure policy is to deny. */
    STORE_UNAVAILABLE,
    /**
     * The limit's key, permits or when could not be read from the call, as when a getter throws,
     * and its failure policy is to deny.
     */
    UNREADABLE,
    /**
     * The thread was interrupted while it waited for its turn, which would have come after {@link
     * #retryAfter()}, in a method that cannot throw {@code InterruptedException}. The thread is
     * still marked as interrupted.
     */
    INTERRUPTED
  }

  private final String what;
  private final String limit;
  private final String key;
  private final Reason reason;
  private final long retryAfterMicros;

  /**
   * For the agent. Blocks never; throws nothing.
   *
   * @param what what the message begins with: which limit, with its figures and its key template
   * @param retryAfterMicros microseconds until the permits will be there, 0 if unknown
   * @param stackTrace whether to record the stack, which costs more than the rest of a rejection
   */
  public RateLimitExceededException(
      String what,
      String limit,
      String key,
      Reason reason,
      long retryAfterMicros,
      boolean stackTrace) {
    super(null, null, stackTrace, stackTrace);
    this.what = what;
    this.limit = limit;
    this.key = key;
    this.reason = reason;
    this.retryAfterMicros = retryAfterMicros;
  }

  /** A text for a person. Made when it is asked for: most rejections are never looked at. */
  @Override
  public String getMessage() {
    // no switch: it would come with a class of its own, which the application would see; and no +,
    // whose StringBuilder may be limited
    if (reason == Reason.NEVER) {
      return what.concat(
          ": the call asks for more permits than the capacity (limits with one key add up); it"
              .concat(" can never be allowed"));
    }
    if (reason == Reason.STORE_UNAVAILABLE) {
      return what.concat(": denied because its bucket cannot be asked (on-redis-failure = deny)");
    }
    if (reason == Reason.UNREADABLE) {
      return what.concat(
          ": denied because its key, permits or when cannot be read; the log says why");
    }
    if (reason == Reason.INTERRUPTED) {
      return what.concat(": interrupted while it waited for its turn, which would have come in ")
          .concat(inMillis(retryAfterMicros));
    }
    return what.concat(" exceeded; retry after ").concat(inMillis(retryAfterMicros));
  }

  /** {@code 0.2 ms}, {@code 200 ms}, {@code 12.5 s}: rounded up, three digits at the most. */
  private static String inMillis(long micros) {
    if (micros < 10_000) {
      return tenths((micros + 99) / 100).concat(" ms");
    }
    if (micros < 10_000_000) {
      return Long.toString((micros + 999) / 1000).concat(" ms");
    }
    return tenths((micros + 99_999) / 100_000).concat(" s");
  }

  private static String tenths(long number) {
    return Long.toString(number / 10).concat(".").concat(Long.toString(number % 10));
  }

  /**
   * Begins with the limited method: the agent's own frames above it say nothing of why it was
   * called. Left out when somebody looks, for most stacks are never looked at.
   */
  @Override
  public StackTraceElement[] getStackTrace() {
    StackTraceElement[] stack = super.getStackTrace();
    for (int i = 0; i < stack.length; i++) {
      if (stack[i].getClassName().equals(GATE)) {
        return Arrays.copyOfRange(stack, i + 1, stack.length);
      }
    }
    return stack;
  }

  @Override
  public void printStackTrace(PrintStream to) {
    setStackTrace(getStackTrace());
    super.printStackTrace(to);
  }

  @Override
  public void printStackTrace(PrintWriter to) {
    setStackTrace(getStackTrace());
    super.printStackTrace(to);
  }

  /** The name of the limit that denied the call. */
  public String limit() {
    return limit;
  }

  /** The rendered key of the bucket, without the prefix it has in Redis. Treat it as a secret. */
  public String key() {
    return key;
  }

  /** Why the call was rejected. */
  public Reason reason() {
    return reason;
  }

  /**
   * How long to wait before the permits of this call are there, if nobody else takes them first;
   * rounded up to a microsecond. Zero when the reason is neither {@link Reason#EMPTY} nor {@link
   * Reason#INTERRUPTED}.
   */
  public Duration retryAfter() {
    return Duration.ofNanos(retryAfterMicros * 1000);
  }
}
