package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.StoreException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Says once an interval, for each kind of failure, how many calls it met and what became of them.
 */
final class FailureLog {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Log log;
  private final LongSupplier nanoTicker;
  private final Map<StoreException.Kind, Tally> calls = new EnumMap<>(StoreException.Kind.class);
  private final Tally refunds = new Tally();

  FailureLog(Log log, LongSupplier nanoTicker) {
    this.log = log;
    this.nanoTicker = nanoTicker;
    for (StoreException.Kind kind : StoreException.Kind.values()) {
      calls.put(kind, new Tally());
    }
  }

  void failed(StoreException failure, Decision decision) {
    Tally tally = calls.get(failure.kind());
    if (tally != null) {
      say(tally.count(decision, nanoTicker.getAsLong()), failure);
    }
  }

  void refundFailed(StoreException failure) {
    say(refunds.countRefund(nanoTicker.getAsLong()), failure);
  }

  private void say(String counts, StoreException failure) {
    if (!counts.isEmpty()) {
      log.warn(failure.getMessage() + "; " + counts);
    }
  }

  /** Calls since the last line about them. */
  private static final class Tally {
    private boolean said;
    private long saidNanos;
    private long allowed;
    private long denied;
    private long decidedHere;
    private long refunds;

    synchronized String count(Decision decision, long now) {
      switch (decision.outcome()) {
        case BYPASSED:
          allowed++;
          break;
        case UNAVAILABLE:
          denied++;
          break;
        default:
          decidedHere++;
      }
      boolean first = !said;
      if (!isDue(now)) {
        return "";
      }
      List<String> parts = new ArrayList<>();
      add(parts, allowed, " let through", first);
      add(parts, denied, " denied", first);
      add(parts, decidedHere, " limited by this process alone", first);
      String counts =
          (first ? "" : "since the last such line, ")
              + String.join(", ", parts)
              + ", as on-redis-failure says";
      allowed = 0;
      denied = 0;
      decidedHere = 0;
      return counts;
    }

    synchronized String countRefund(long now) {
      refunds++;
      if (!isDue(now)) {
        return "";
      }
      String counts = "the permits of " + calls(refunds) + " that did not wait are lost";
      refunds = 0;
      return counts;
    }

    private boolean isDue(long now) {
      if (said && now - saidNanos < INTERVAL_NANOS) {
        return false;
      }
      said = true;
      saidNanos = now;
      return true;
    }

    /** The first line stands before all others that fail: a number would be the least of them. */
    private static void add(List<String> parts, long count, String what, boolean first) {
      if (count > 0) {
        String calls = parts.isEmpty() ? calls(count) : String.valueOf(count);
        parts.add((first ? "calls are" : calls) + what);
      }
    }

    private static String calls(long number) {
      return number == 1 ? "1 call" : number + " calls";
    }
  }
}
