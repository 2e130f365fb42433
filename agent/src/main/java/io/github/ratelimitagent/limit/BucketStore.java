package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.metrics.LimitMetrics;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What holds buckets: Redis, or this process.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface BucketStore extends AutoCloseable {
  /** How many claims {@link #refundEach} takes at a time: others wait meanwhile. */
  int MOST_REFUNDS = 256;

  /**
   * Takes the permits of all claims, or of none.
   *
   * <p>A claim whose max-wait is 0 must have its permits now; another may reserve them for a turn
   * that lies at most its max-wait ahead. May block for the store's deadline, never for the turn:
   * waiting is the caller's part.
   *
   * @param claims at least one; no two have the same key
   * @throws StoreException when the store did not answer; whether permits were taken is then
   *     unknown
   */
  Decision acquire(List<Claim> claims) throws StoreException;

  /**
   * As {@link #acquire(List)}, with what is left of the deadline. A store that has none need not
   * care.
   *
   * @param spentNanos how much of the deadline the caller has used up for this already
   */
  default Decision acquire(List<Claim> claims, long spentNanos) throws StoreException {
    return acquire(claims);
  }

  /**
   * Takes the permits of a claim from what this process holds of the bucket already, if it does and
   * that is enough, and counts the call as allowed. Never blocks, and allocates nothing.
   *
   * @param metrics of the claim's limit
   */
  default boolean takeHeld(Claim claim, LimitMetrics metrics) {
    return false;
  }

  /**
   * The denial of a claim that the store remembers and need not ask for; null if there is none.
   * Never blocks.
   */
  default @Nullable Decision knownDenial(Claim claim) {
    return null;
  }

  /**
   * Gives the permits of claims back that were taken and will not be used. A bucket never grows
   * beyond its capacity by this, and a bucket that no longer exists stays absent. A reservation
   * ({@link Claim#turnMicros}) brings no other turn forward: the bucket gets its permits if it was
   * the last of the line, else the next caller that would wait gets its turn.
   */
  void refund(List<Claim> claims) throws StoreException;

  /**
   * Gives the permits and turns back that {@code taken} has given, as {@link #refund(List)} does,
   * where they were taken: a store that falls back on another one does not give Redis what it never
   * gave.
   */
  default void refund(List<Claim> claims, Decision taken) throws StoreException {
    refund(taken.takenFor(claims));
  }

  /**
   * Gives back what belongs to several acquires, each for itself: one that fails keeps none of the
   * others. Costs a shared store far less than as many refunds.
   *
   * @param claims at most {@link #MOST_REFUNDS}
   * @throws StoreException a failure; all else has been given back
   */
  default void refundEach(List<Claim> claims) throws StoreException {
    StoreException failure = null;
    for (Claim claim : claims) {
      try {
        refund(Collections.singletonList(claim));
      } catch (StoreException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  void close();
}
