package io.github.ratelimitagent.limit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Says each kind of thing at most once a minute, with how often it happened since, because what
 * goes wrong on the path of a call goes wrong a thousand times a second. Safe for many threads.
 */
public final class ThrottledLog {
  private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Log log;
  private final ConcurrentHashMap<String, Kind> kinds = new ConcurrentHashMap<>();

  /** Says things to {@code log}. */
  public ThrottledLog(Log log) {
    this.log = log;
  }

  /** Says {@code message} unless one of the same kind was said within a minute. */
  public void warn(String kind, String message) {
    long now = System.nanoTime();
    Kind known = kinds.computeIfAbsent(kind, k -> new Kind(now - INTERVAL_NANOS));
    long unsaid;
    synchronized (known) {
      if (now - known.lastSaidNanos < INTERVAL_NANOS) {
        known.unsaid++;
        return;
      }
      known.lastSaidNanos = now;
      unsaid = known.unsaid;
      known.unsaid = 0;
    }
    log.warn(unsaid == 0 ? message : message + " (and " + unsaid + " times since last said)");
  }

  /** An exception in one line, with the place it came from. */
  static String describe(Throwable e) {
    StackTraceElement[] stack = e.getStackTrace();
    return e + (stack.length == 0 ? "" : " at " + stack[0]);
  }

  private static final class Kind {
    private long lastSaidNanos;
    private long unsaid;

    Kind(long lastSaidNanos) {
      this.lastSaidNanos = lastSaidNanos;
    }
  }
}
