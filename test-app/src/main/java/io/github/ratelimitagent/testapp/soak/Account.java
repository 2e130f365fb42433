package io.github.ratelimitagent.testapp.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What the application itself sees of its limits: calls that went through, and rejected ones. */
final class Account {
  private final Map<String, LongAdder> allowed = new TreeMap<>();
  private final Map<String, LongAdder> denied = new TreeMap<>();

  Account(Iterable<String> limits) {
    for (String limit : limits) {
      allowed.put(limit, new LongAdder());
      denied.put(limit, new LongAdder());
    }
  }

  /** A call that these limits cover went through. */
  void allowed(String... limits) {
    for (String limit : limits) {
      count(allowed, limit).increment();
    }
  }

  /** A call was rejected by a limit. */
  void denied(String limit) {
    count(denied, limit).increment();
  }

  private static LongAdder count(Map<String, LongAdder> counts, String limit) {
    LongAdder count = counts.get(limit);
    if (count == null) {
      throw new IllegalArgumentException("a limit that the configuration does not have: " + limit);
    }
    return count;
  }

  /** A line {@code limit NAME ALLOWED DENIED} for each limit. */
  void print() {
    allowed.forEach(
        (limit, count) ->
            System.out.println("limit " + limit + " " + count + " " + denied.get(limit)));
  }
}
