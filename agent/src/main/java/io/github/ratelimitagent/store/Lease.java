package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.HeldPermits;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tokens of one bucket that this process has taken and not handed out yet. Safe for many threads.
 */
final class Lease implements HeldPermits {
  private static final long CLOSED = -1;
  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Claim claim;
  private final AtomicLong tokens = new AtomicLong();

  /** Held by the one that fetches. Unfair: who has just fetched goes on without a hand-over. */
  private final ReentrantLock fetching = new ReentrantLock();

  // of the one that fetches
  private boolean plenty;
  private long size = 1;
  private long fetchedNanos;
  private volatile int fetches;
  // of the one that looks for idle leases
  private long seenTokens = CLOSED;
  private int seenFetches;
  private int idleTimes;

  /** A lease without tokens, of the claim's bucket. */
  Lease(Claim claim, long now) {
    this.claim = claim;
    this.fetchedNanos = now - LONG_NANOS;
  }

  /** One permit of the bucket. */
  Claim claim() {
    return claim;
  }

  boolean isOf(BucketSpec spec) {
    return claim.spec().equals(spec);
  }

  @Override
  public boolean take(long permits) {
    long held = tokens.get();
    while (held >= permits) {
      if (tokens.compareAndSet(held, held - permits)) {
        return true;
      }
      held = tokens.get();
    }
    return false;
  }

  /** Adds tokens that were taken from the bucket; false when the lease has ended. */
  boolean add(long permits) {
    long held = tokens.get();
    while (held != CLOSED) {
      if (tokens.compareAndSet(held, held + permits)) {
        return true;
      }
      held = tokens.get();
    }
    return false;
  }

  /**
   * Whether the calling thread may take or fetch tokens, with none fetching beside it; then {@link
   * #endFetch} must follow. Blocks while another fetches.
   *
   * @param atMostNanos how long to wait for the other
   */
  boolean beginFetch(long atMostNanos) {
    if (fetching.tryLock()) {
      return true;
    }
    try {
      if (!fetching.tryLock(atMostNanos, TimeUnit.NANOSECONDS)) {
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (plenty) {
      return true;
    }
    // of a bucket that has none to spare, those who waited would ask one after the other
    fetching.unlock();
    return false;
  }

  /**
   * Adds what a fetch has brought beyond what was needed; false when the lease has ended. For the
   * thread that fetches.
   */
  boolean addFetched(long permits) {
    plenty = true;
    return add(permits);
  }

  void endFetch() {
    fetching.unlock();
  }

  /**
   * How many tokens to ask for: twice as many as before when those were soon used up, half as many
   * when they lasted long. For the thread that fetches.
   */
  long nextSize(long most, long now) {
    long since = now - fetchedNanos;
    if (since < SOON_NANOS) {
      size = Math.min(most, 2 * size);
    } else if (since > LONG_NANOS) {
      size = Math.max(1, size / 2);
    }
    fetchedNanos = now;
    fetches++;
    plenty = false;
    return Math.min(most, size);
  }

  /** Counts how often in a row nothing has happened since the last call, and answers that. */
  int idleTimes() {
    long held = tokens.get();
    boolean same = held == seenTokens && fetches == seenFetches && !fetching.isLocked();
    seenTokens = held;
    seenFetches = fetches;
    idleTimes = same ? idleTimes + 1 : 0;
    return idleTimes;
  }

  /** Takes all tokens out. */
  long drain() {
    long held = tokens.get();
    while (held > 0) {
      if (tokens.compareAndSet(held, 0)) {
        return held;
      }
      held = tokens.get();
    }
    return 0;
  }

  /** Ends the lease if it has no tokens. */
  boolean close() {
    return tokens.compareAndSet(0, CLOSED);
  }

  /** Ends the lease; answers the tokens it had. */
  long end() {
    return Math.max(0, tokens.getAndSet(CLOSED));
  }
}
