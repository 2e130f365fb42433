package io.github.ratelimitagent.faults;

import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Decision.Outcome;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What became of calls. Safe for many threads. */
final class Tally {
  final AtomicLong allowed = new AtomicLong();
  final AtomicLong denied = new AtomicLong();

  /** Those that Redis has not answered. */
  final AtomicLong bypassed = new AtomicLong();

  /** Those that Redis has allowed on the small bucket. */
  final AtomicLong granted = new AtomicLong();

  /** Calls on the small bucket that may have been charged or not. */
  final AtomicLong unknown = new AtomicLong();

  /** Those that this process has allowed on its share. */
  final AtomicLong shared = new AtomicLong();

  final Latencies latencies = new Latencies();
  final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

  void record(Traffic traffic, Decision decision, long nanos) {
    latencies.record(nanos);
    boolean answered = isOfRedis(decision);
    if (!answered) {
      bypassed.incrementAndGet();
    } else {
      (decision.isAllowed() ? allowed : denied).incrementAndGet();
    }
    if (traffic == Traffic.SMALL) {
      if (!answered) {
        unknown.incrementAndGet();
      } else if (decision.isAllowed()) {
        granted.incrementAndGet();
      }
    }
    if (decision.isFallback() && decision.isAllowed()) {
      shared.incrementAndGet();
    }
    if (!traffic.mayGet(decision)) {
      wrong.add(traffic + ": " + decision);
    }
  }

  static boolean isOfRedis(Decision decision) {
    return !decision.isFallback()
        && decision.outcome() != Outcome.BYPASSED
        && decision.outcome() != Outcome.UNAVAILABLE;
  }

  /** What a bucket that has been emptied so often has granted at least. */
  long leastGranted(int times) {
    return (long) times * Traffic.CAPACITY - unknown.get();
  }

  long calls() {
    return allowed.get() + denied.get() + bypassed.get();
  }
}
