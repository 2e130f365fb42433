package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.StoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes several tokens of a shared bucket at once and hands them out without asking, for limits
 * with a lease. Buckets are never overspent: leased tokens are gone from them already.
 *
 * <p>One thread at a time leases; others that find no token meanwhile ask for their own. Unused
 * tokens go back after idling ({@link #returnIdle}, to be called twice a second) and in the end
 * ({@link #returnAll}). Safe for many threads; blocks as the shared store does.
 */
public final class LeaseStore implements BucketStore {
  private static final int MOST_LEASES = 10_000;
  private static final int IDLE_TIMES = 2;
  private static final Decision FROM_LEASE = Decision.allowed(0, 0);

  private final BucketStore shared;
  private final LongSupplier nanoTicker;
  private final ConcurrentHashMap<String, Lease> leases = new ConcurrentHashMap<>();
  private volatile boolean ended;

  /**
   * A store in front of {@code shared}, which it closes.
   *
   * @param nanoTicker nanoseconds of a clock that never goes back
   */
  public LeaseStore(BucketStore shared, LongSupplier nanoTicker) {
    this.shared = shared;
    this.nanoTicker = nanoTicker;
  }

  @Override
  public boolean takeHeld(Claim claim) {
    Lease lease = leases.get(claim.key());
    return lease != null && lease.isOf(claim.spec()) && lease.take(claim.permits());
  }

  @Override
  public Decision acquire(List<Claim> claims) throws StoreException {
    if (claims.size() > 1) {
      return acquireSeveral(claims);
    }
    Claim claim = claims.get(0);
    return isLeased(claim) ? acquireLeased(claim, claims) : shared.acquire(claims);
  }

  private boolean isLeased(Claim claim) {
    return claim.limit().lease() > 1 && !claim.limit().observed() && !claim.neverFits() && !ended;
  }

  private Decision acquireLeased(Claim claim, List<Claim> claims) throws StoreException {
    if (takeHeld(claim)) {
      return FROM_LEASE;
    }
    Lease lease = lease(claim);
    if (lease == null || !lease.beginFetch()) {
      return shared.acquire(claims);
    }
    try {
      return lease.take(claim.permits()) ? FROM_LEASE : fetch(lease, claim);
    } finally {
      lease.endFetch();
    }
  }

  private Decision fetch(Lease lease, Claim claim) throws StoreException {
    long most = lease.nextSize(claim.limit().lease(), nanoTicker.getAsLong());
    Claim leasing = claim.leasing(most);
    Decision decision = shared.acquire(Collections.singletonList(leasing));
    long spare = decision.given() - claim.permits();
    if (spare > 0 && (!lease.add(spare) || ended)) {
      giveBack(claim.ofPermits(spare));
      lease.drain();
    }
    return decision;
  }

  /** The lease of the claim's bucket; null when there are too many, or an older one must end. */
  private @Nullable Lease lease(Claim claim) throws StoreException {
    Lease lease = leases.get(claim.key());
    if (lease == null && leases.size() < MOST_LEASES) {
      lease =
          leases.computeIfAbsent(
              claim.key(), key -> new Lease(claim.ofPermits(1), nanoTicker.getAsLong()));
    }
    if (lease == null || lease.isOf(claim.spec())) {
      return lease;
    }
    // the limit was edited
    if (leases.remove(claim.key(), lease)) {
      giveBack(lease, lease.end());
    }
    return null;
  }

  private Decision acquireSeveral(List<Claim> claims) throws StoreException {
    List<Claim> rest = new ArrayList<>(claims.size());
    List<Claim> taken = new ArrayList<>(claims.size());
    long wait = 0;
    boolean allowed = false;
    try {
      for (int i = 0; i < claims.size(); i++) {
        Claim claim = claims.get(i);
        if (!isLeased(claim)) {
          rest.add(claim);
          continue;
        }
        Decision decision = acquireLeased(claim, Collections.singletonList(claim));
        if (!decision.isAllowed()) {
          return decision.at(i);
        }
        taken.add(claim);
        wait = Math.max(wait, decision.waitMicros());
      }
      if (rest.isEmpty()) {
        allowed = true;
        return Decision.allowed(wait, 0);
      }
      Decision decision = shared.acquire(rest);
      allowed = decision.isAllowed();
      return allowed
          ? Decision.allowed(Math.max(wait, decision.waitMicros()), decision.remaining())
          : decision.at(claims.indexOf(rest.get(decision.denyingClaim())));
    } finally {
      if (!allowed) {
        for (Claim claim : taken) {
          giveBack(claim);
        }
      }
    }
  }

  @Override
  public void refund(List<Claim> claims) throws StoreException {
    shared.refund(claims);
  }

  @Override
  public void refund(List<Claim> claims, Decision taken) throws StoreException {
    shared.refund(claims, taken);
  }

  /**
   * Gives back what has lain idle for a second. Blocks as the shared store does.
   *
   * @throws StoreException the last failure; tokens that could not be given back are lost
   */
  public void returnIdle() throws StoreException {
    StoreException failure = null;
    for (Lease lease : leases.values()) {
      if (lease.idleTimes() >= IDLE_TIMES) {
        try {
          giveBack(lease, lease.drain());
        } catch (StoreException e) {
          failure = e;
        }
        if (lease.close()) {
          leases.remove(lease.claim().key(), lease);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Gives everything back, and leases nothing from now on. Blocks as the shared store does.
   *
   * @throws StoreException the last failure; tokens that could not be given back are lost
   */
  public void returnAll() throws StoreException {
    ended = true;
    StoreException failure = null;
    for (Lease lease : leases.values()) {
      leases.remove(lease.claim().key(), lease);
      try {
        giveBack(lease, lease.end());
      } catch (StoreException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void giveBack(Lease lease, long tokens) throws StoreException {
    if (tokens > 0) {
      giveBack(lease.claim().ofPermits(tokens));
    }
  }

  private void giveBack(Claim claim) throws StoreException {
    shared.refund(Collections.singletonList(claim));
  }

  @Override
  public void close() {
    shared.close();
  }
}
