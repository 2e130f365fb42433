package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The permits that calls were given, and when; and whether a bucket may give so many. */
final class Grants {
  private final BucketSpec spec;
  private final List<Grant> grants = new ArrayList<>();

  private record Grant(long at, long permits) {}

  Grants(BucketSpec spec) {
    this.spec = spec;
  }

  void add(long atMicros, long permits) {
    grants.add(new Grant(atMicros, permits));
  }

  int size() {
    return grants.size();
  }

  /**
   * By how much the worst of all windows has more than capacity + refill x its length, in units of
   * {@code 1/periodMicros} of a permit; negative when all have less.
   */
  long worstExcess() {
    grants.sort(Comparator.comparingLong(Grant::at));
    long worst = -spec.capacity() * spec.periodMicros();
    for (int first = 0; first < grants.size(); first++) {
      long sum = 0;
      for (int last = first; last < grants.size(); last++) {
        sum += grants.get(last).permits;
        long micros = grants.get(last).at - grants.get(first).at;
        long excess = (sum - spec.capacity()) * spec.periodMicros() - micros * spec.refillTokens();
        worst = Math.max(worst, excess);
      }
    }
    return worst;
  }
}
