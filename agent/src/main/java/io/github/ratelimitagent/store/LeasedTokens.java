package io.github.ratelimitagent.store;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The tokens of a lease, with the number of calls that took some since it was last asked: both in
 * one word, because a leased call is to pay for one atomic operation, not for two. Safe for many
 * threads; never blocks.
 */
final class LeasedTokens {
  /** The most tokens that one lease can have. */
  static final long MOST = 1L << 31;

  private static final long CLOSED = -1;
  private static final long ONE_CALL = 1L << 32;

  /** The tokens in its lower half, the calls in its upper half; or {@link #CLOSED}. */
  private final AtomicLong word = new AtomicLong();

  private static long tokens(long word) {
    return word == CLOSED ? 0 : word & (ONE_CALL - 1);
  }

  private static long calls(long word) {
    return word == CLOSED ? 0 : word / ONE_CALL;
  }

  /** Takes tokens if there are as many, for a call that is counted elsewhere. */
  boolean take(long permits) {
    return take(permits, 0);
  }

  /** Takes tokens if there are as many, and counts a call. */
  boolean takeForCall(long permits) {
    return take(permits, ONE_CALL);
  }

  private boolean take(long permits, long counted) {
    long seen = word.get();
    while (tokens(seen) >= permits) {
      long left = seen - permits + counted;
      if (left < 0) {
        return false; // no room to count the call
      }
      if (word.compareAndSet(seen, left)) {
        return true;
      }
      seen = word.get();
    }
    return false;
  }

  /** Adds tokens; false when there would be more than {@link #MOST}, or the lease has ended. */
  boolean add(long permits) {
    long seen = word.get();
    while (seen != CLOSED && permits <= MOST - tokens(seen)) {
      if (word.compareAndSet(seen, seen + permits)) {
        return true;
      }
      seen = word.get();
    }
    return false;
  }

  /** How many there are; 0 when the lease has ended. */
  long held() {
    return tokens(word.get());
  }

  /** The calls that were counted since this was last asked. */
  long takeCalls() {
    long seen = word.get();
    while (calls(seen) > 0) {
      if (word.compareAndSet(seen, tokens(seen))) {
        return calls(seen);
      }
      seen = word.get();
    }
    return 0;
  }

  /** Takes all tokens out. */
  long drain() {
    long seen = word.get();
    while (tokens(seen) > 0) {
      if (word.compareAndSet(seen, seen - tokens(seen))) {
        return tokens(seen);
      }
      seen = word.get();
    }
    return 0;
  }

  /** Ends the lease if it has no tokens, and no calls to tell of; false when it goes on. */
  boolean close() {
    return word.compareAndSet(0, CLOSED) || word.get() == CLOSED;
  }
}
