package io.github.ratelimitagent.store;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Denials by key, a bounded number of them. Safe for many threads. */
final class Denials {
  private static final int MOST = 10_000;
  private static final long PURGE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ConcurrentHashMap<String, Denial> byKey = new ConcurrentHashMap<>();
  // of removals: an answer that was on its way meanwhile may be older than what was given back
  private final AtomicLong epoch = new AtomicLong();
  private volatile long purgedNanos;

  @Nullable Denial get(String key) {
    return byKey.get(key);
  }

  /** To be read before the store is asked. */
  long epoch() {
    return epoch.get();
  }

  /** Remembers a denial unless something was removed since {@code asked}, or there are too many. */
  void put(String key, Denial denial, long asked, long now) {
    if (byKey.size() >= MOST && Math.abs(now - purgedNanos) > PURGE_NANOS) {
      purgedNanos = now;
      byKey.values().removeIf(old -> old.isOver(now));
    }
    if (byKey.size() < MOST) {
      byKey.compute(key, (same, before) -> epoch.get() == asked ? denial : before);
    }
  }

  void remove(String key) {
    byKey.compute(
        key,
        (same, before) -> {
          epoch.incrementAndGet();
          return null;
        });
  }

  int size() {
    return byKey.size();
  }
}
