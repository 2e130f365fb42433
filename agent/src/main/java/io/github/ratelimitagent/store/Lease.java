package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.HeldPermits;
import io.github.ratelimitagent.metrics.LimitMetrics;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of one bucket that this process has taken and not handed out yet. Safe for many threads.
 */
final class Lease implements HeldPermits {
  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Claim claim;
  private final LeasedTokens tokens = new LeasedTokens();

  /**
   * The counts of the limit that took from here first, which the calls in {@link #tokens} go to;
   * another limit with the same bucket counts for itself. Never changes once it is set.
   */
  private @Nullable LimitMetrics counts;

  /**
   * Held by the one that fetches. Unfair: who has just fetched goes on without a hand-over. A
   * thread whose frames the JVM drops when memory runs out holds it for ever; then there is
   * another.
   */
  private volatile ReentrantLock fetching = new ReentrantLock();

  private final long mostFetchNanos;

  /** When the one that fetches is not relied on any more. */
  private volatile long overdueNanos;

  // of the one that fetches
  private boolean plenty;
  private long size = 1;
  private long fetchedNanos;
  private volatile int fetches;
  // of the one that looks for idle leases
  private long seenTokens = -1;
  private int seenFetches;
  private int idleTimes;

  /**
   * A lease without tokens, of the claim's bucket.
   *
   * @param mostFetchNanos how long the one that fetches is relied on
   */
  Lease(Claim claim, long now, long mostFetchNanos) {
    this.claim = claim;
    this.fetchedNanos = now - LONG_NANOS;
    this.mostFetchNanos = mostFetchNanos;
    this.overdueNanos = now + mostFetchNanos;
  }

  /** One permit of the bucket. */
  Claim claim() {
    return claim;
  }

  boolean isOf(BucketSpec spec) {
    return claim.spec().equals(spec);
  }

  /** Takes permits for a call that is counted elsewhere. */
  boolean take(long permits) {
    return tokens.take(permits);
  }

  @Override
  public boolean takeCounted(long permits, LimitMetrics metrics) {
    if (metrics == counts || becomeCounts(metrics)) {
      return tokens.takeForCall(permits);
    }
    if (!tokens.take(permits)) {
      return false;
    }
    metrics.allowed();
    return true;
  }

  private synchronized boolean becomeCounts(LimitMetrics metrics) {
    if (counts == null) {
      counts = metrics;
    }
    return counts == metrics;
  }

  /** Tells the limit's counts of the calls that took from here. */
  void tellCounts() {
    long calls = tokens.takeCalls();
    if (calls > 0) {
      counts().allowed(calls);
    }
  }

  /** Of a lease that has counted calls. */
  private synchronized LimitMetrics counts() {
    return Objects.requireNonNull(counts);
  }

  /** Adds tokens that were taken from the bucket; false when the lease cannot have them. */
  boolean add(long permits) {
    return tokens.add(permits);
  }

  /**
   * Whether the calling thread may take or fetch tokens, with none fetching beside it. Blocks while
   * another fetches.
   *
   * @param atMostNanos how long to wait for the other
   * @return what must be unlocked afterwards; null when the thread may not
   */
  @Nullable Lock beginFetch(long atMostNanos, long now) {
    ReentrantLock lock = fetching;
    if (lock.isLocked() && now - overdueNanos >= 0) {
      lock = replaced(lock, now);
    }
    if (lock.tryLock()) {
      return begun(lock, now);
    }
    try {
      if (!lock.tryLock(atMostNanos, TimeUnit.NANOSECONDS)) {
        return null;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    if (plenty) {
      return begun(lock, now);
    }
    // of a bucket that has none to spare, those who waited would ask one after the other
    lock.unlock();
    return null;
  }

  private Lock begun(Lock lock, long now) {
    overdueNanos = now + mostFetchNanos;
    return lock;
  }

  /**
   * A lock that can be had. Should the holder of the lost one live, two fetch, which costs little.
   */
  private synchronized ReentrantLock replaced(ReentrantLock lost, long now) {
    if (fetching == lost) {
      overdueNanos = now + mostFetchNanos;
      fetching = new ReentrantLock();
    }
    return fetching;
  }

  /**
   * Adds what a fetch has brought beyond what was needed; false when the lease cannot have it. For
   * the thread that fetches.
   */
  boolean addFetched(long permits) {
    plenty = true;
    return add(permits);
  }

  /**
   * How many tokens to ask for: twice as many as before when those were soon used up, half as many
   * when they lasted long. For the thread that fetches.
   */
  long nextSize(long most, long now) {
    tellCounts();
    long since = now - fetchedNanos;
    if (since < SOON_NANOS) {
      size = Math.min(most, 2 * size);
    } else if (since > LONG_NANOS) {
      size = Math.max(1, size / 2);
    }
    fetchedNanos = now;
    fetches++;
    plenty = false;
    return Math.min(LeasedTokens.MOST, Math.min(most, size));
  }

  /** Counts how often in a row nothing has happened since the last call, and answers that. */
  int idleTimes(long now) {
    long held = tokens.held();
    boolean same = held == seenTokens && fetches == seenFetches && !isFetched(now);
    seenTokens = held;
    seenFetches = fetches;
    idleTimes = same ? idleTimes + 1 : 0;
    return idleTimes;
  }

  private boolean isFetched(long now) {
    return fetching.isLocked() && now - overdueNanos < 0;
  }

  /** Takes all tokens out. */
  long drain() {
    return tokens.drain();
  }

  /** Ends the lease if it has no tokens, and no calls to tell of; false when it goes on. */
  boolean close() {
    return tokens.close();
  }

  /** Ends the lease; answers the tokens it had. */
  long end() {
    long had = 0;
    do {
      had += tokens.drain();
      tellCounts();
    } while (!tokens.close());
    return had;
  }
}
