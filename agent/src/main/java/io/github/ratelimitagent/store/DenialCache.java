package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.StoreException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Denies without asking the shared store while that could not allow: what it has denied, it denies
 * to all that ask for no less and would wait no longer, until the permits may be there.
 *
 * <p>Never allows. Never denies for more than a second without asking, so that permits which
 * another process gives back are seen. Safe for many threads; blocks as the shared store does.
 */
public final class DenialCache implements BucketStore {
  private static final long LONGEST_MICROS = 1_000_000;

  private final BucketStore shared;
  private final LongSupplier nanoTicker;
  private final Denials denials = new Denials();

  /**
   * A cache in front of {@code shared}, which it closes.
   *
   * @param nanoTicker nanoseconds of a clock that never goes back
   */
  public DenialCache(BucketStore shared, LongSupplier nanoTicker) {
    this.shared = shared;
    this.nanoTicker = nanoTicker;
  }

  @Override
  public Decision acquire(List<Claim> claims) throws StoreException {
    return acquire(claims, 0);
  }

  @Override
  public Decision acquire(List<Claim> claims, long spentNanos) throws StoreException {
    long sent = nanoTicker.getAsLong();
    Decision remembered = remembered(claims, sent);
    if (remembered != null) {
      return remembered;
    }
    long epoch = denials.epoch();
    Decision decision = shared.acquire(claims, spentNanos);
    if (decision.outcome() == Decision.Outcome.DENIED) {
      remember(claims.get(decision.denyingClaim()), decision.retryAfterMicros(), sent, epoch);
    }
    return decision;
  }

  @Override
  public @Nullable Decision knownDenial(Claim claim) {
    Denial denial = denials.get(claim.key());
    long retryAfter = denial == null ? 0 : denial.retryAfterMicros(claim, nanoTicker.getAsLong());
    return retryAfter > 0 ? Decision.denied(0, retryAfter) : null;
  }

  private @Nullable Decision remembered(List<Claim> claims, long now) {
    long longest = 0;
    int denying = 0;
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      Denial denial = denials.get(claim.key());
      long retryAfter = denial == null ? 0 : denial.retryAfterMicros(claim, now);
      if (retryAfter > longest) {
        longest = retryAfter;
        denying = i;
      }
    }
    return longest == 0 ? null : Decision.denied(denying, longest);
  }

  private void remember(Claim claim, long retryAfterMicros, long sent, long epoch) {
    // before that the call could not be allowed even if it were patient
    long micros = Math.min(LONGEST_MICROS, retryAfterMicros - claim.maxWaitMicros());
    if (micros > 0) {
      denials.put(claim.key(), new Denial(claim, retryAfterMicros, sent, micros), epoch, sent);
    }
  }

  @Override
  public void refund(List<Claim> claims) throws StoreException {
    try {
      shared.refund(claims);
    } finally {
      forget(claims);
    }
  }

  @Override
  public void refundEach(List<Claim> claims) throws StoreException {
    try {
      shared.refundEach(claims);
    } finally {
      forget(claims);
    }
  }

  private void forget(List<Claim> claims) {
    for (Claim claim : claims) {
      denials.remove(claim.key());
    }
  }

  @Override
  public void close() {
    shared.close();
  }

  /** How many denials are remembered. */
  int size() {
    return denials.size();
  }
}
