package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Decision.Outcome;
import io.github.ratelimitagent.limit.FailurePolicy;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.metrics.LimitMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Answers when the shared store does not, as the limits of the call want it: one that denies
 * rejects the call, else those that fall back on this process decide, else the call goes through.
 *
 * <p>Never throws {@link StoreException}. Safe for many threads; blocks as the shared store does.
 */
public final class FailurePolicyStore implements BucketStore {
  private final BucketStore shared;
  private final BucketStore inProcess;
  private final FailureLog log;

  /**
   * A store in front of {@code shared}, both of which it closes.
   *
   * @param inProcess the buckets of this process while the shared store fails
   * @param nanoTicker nanoseconds of a clock that never goes back
   */
  public FailurePolicyStore(
      BucketStore shared, BucketStore inProcess, Log log, LongSupplier nanoTicker) {
    this.shared = shared;
    this.inProcess = inProcess;
    this.log = new FailureLog(log, nanoTicker);
  }

  @Override
  public boolean takeHeld(Claim claim, LimitMetrics metrics) {
    return shared.takeHeld(claim, metrics);
  }

  @Override
  public Decision acquire(List<Claim> claims) {
    try {
      return shared.acquire(claims);
    } catch (StoreException e) {
      Decision decision = decide(claims);
      log.failed(e, decision);
      return decision;
    }
  }

  /** Gives permits of the shared store back; what it does not take back is lost. */
  @Override
  public void refund(List<Claim> claims) {
    try {
      shared.refund(claims);
    } catch (StoreException e) {
      log.refundFailed(e);
    }
  }

  @Override
  public void refund(List<Claim> claims, Decision taken) {
    if (taken.outcome() != Outcome.ALLOWED) {
      return;
    }
    if (!taken.isFallback()) {
      refund(taken.takenFor(claims));
      return;
    }
    try {
      inProcess.refund(shares(claims), taken);
    } catch (StoreException e) {
      log.refundFailed(e);
    }
  }

  @Override
  public void close() {
    shared.close();
    inProcess.close();
  }

  private Decision decide(List<Claim> claims) {
    for (int i = 0; i < claims.size(); i++) {
      Limit limit = claims.get(i).limit();
      if (limit.onFailure() == FailurePolicy.DENY && !limit.observed()) {
        return Decision.unavailable(i);
      }
    }
    List<Claim> shares = shares(claims);
    return shares.isEmpty() ? Decision.bypassed() : decide(claims, shares);
  }

  private Decision decide(List<Claim> claims, List<Claim> shares) {
    try {
      Decision decision = inProcess.acquire(shares);
      int denying = indexOf(claims, shares.get(decision.denyingClaim()));
      // more than this process's share, but not more than the bucket: only the store could say yes
      return decision.outcome() == Outcome.NEVER && !claims.get(denying).neverFits()
          ? Decision.unavailable(denying)
          : decision.asFallback(denying);
    } catch (StoreException e) {
      return Decision.unavailable(indexOf(claims, shares.get(0)));
    }
  }

  private static int indexOf(List<Claim> claims, Claim share) {
    for (int i = 0; i < claims.size(); i++) {
      if (claims.get(i).key().equals(share.key())) {
        return i;
      }
    }
    throw new IllegalArgumentException("a share of none of the claims");
  }

  private static List<Claim> shares(List<Claim> claims) {
    List<Claim> shares = new ArrayList<>(claims.size());
    for (Claim claim : claims) {
      BucketSpec share = claim.limit().shareSpec();
      if (claim.limit().onFailure() == FailurePolicy.IN_PROCESS && share != null) {
        shares.add(claim.withSpec(share));
      }
    }
    return shares;
  }
}
