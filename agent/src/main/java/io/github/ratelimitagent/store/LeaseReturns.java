package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leased tokens on their way back, those of many buckets together: one by one, each would cost a
 * round trip. For one thread.
 */
final class LeaseReturns {
  private final BucketStore shared;
  private final LongSupplier nanoTicker;
  private final long beginNanos;
  private final long mostNanos;
  private final List<Claim> claims = new ArrayList<>();
  private @Nullable StoreException failure;

  /**
   * Nothing yet.
   *
   * @param shared takes them
   * @param mostNanos after how long no more are sent; those that are left then are lost
   * @param failure of tokens that went before these
   */
  LeaseReturns(
      BucketStore shared,
      LongSupplier nanoTicker,
      long mostNanos,
      @Nullable StoreException failure) {
    this.shared = shared;
    this.nanoTicker = nanoTicker;
    this.beginNanos = nanoTicker.getAsLong();
    this.mostNanos = mostNanos;
    this.failure = failure;
  }

  /** Sends tokens of a lease, or keeps them until there are more. Blocks as the store does. */
  void add(Lease lease, long tokens) {
    if (tokens == 0) {
      return;
    }
    claims.add(lease.claim().ofPermits(tokens));
    if (claims.size() == BucketStore.MOST_REFUNDS) {
      send();
    }
  }

  /**
   * Sends what is left. Blocks as the store does.
   *
   * @throws StoreException the last failure; its tokens are lost
   */
  void end() throws StoreException {
    if (!claims.isEmpty()) {
      send();
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void send() {
    try {
      if (nanoTicker.getAsLong() - beginNanos >= mostNanos) {
        throw new StoreException(
            StoreException.Kind.UNAVAILABLE, "the time for giving them back is over", null);
      }
      shared.refundEach(claims);
    } catch (StoreException e) {
      failure = e;
    }
    claims.clear();
  }
}
