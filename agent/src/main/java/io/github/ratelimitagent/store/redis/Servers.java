package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers that hold the buckets, however they belong together. Safe for many threads. */
interface Servers {
  /** Begins to connect, on threads of its own. */
  void start();

  /**
   * Acquires all of the claims or nothing; none {@link Claim#neverFits}. Blocks until a moment of
   * {@link System#nanoTime()} at most.
   */
  Decision acquire(List<Claim> claims, long deadlineNanos) throws RedisFailure;

  /** Gives permits back. Blocks until the deadline at most. */
  void refund(List<Claim> claims, long deadlineNanos) throws RedisFailure;

  /**
   * Gives back what belongs to several acquires, in one round trip to each server. Blocks until the
   * deadline at most.
   *
   * @throws RedisFailure one that concerns some of the claims
   */
  void refundEach(List<Claim> claims, long deadlineNanos) throws RedisFailure;

  /** Whether the first attempt to connect has ended. */
  boolean isTried();

  /** Waits until the first attempt to connect has ended, whichever way. */
  void awaitFirstAttempt(long untilNanos);

  /** Waits until connections have been opened; whether they have. */
  boolean awaitFirstConnection(long untilNanos);

  /** Why there was no connection when there last was none, or null. */
  @Nullable String lastFailure();

  void close();
}
