package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.DecisionInParts;
import io.github.ratelimitagent.limit.HeldPermits;
import io.github.ratelimitagent.limit.StackProbe;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.limit.VirtualThreads;
import io.github.ratelimitagent.metrics.LimitMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes several tokens of a shared bucket at once and hands them out without asking, for limits
 * with a lease. Buckets are never overspent: leased tokens are gone from them already.
 *
 * <p>One thread at a time leases for a bucket. Others that find no token meanwhile wait for it, for
 * a part of the deadline at most, and ask for their own if that has brought them none. Unused
 * tokens go back after idling ({@link #returnIdle}, to be called twice a second) and in the end
 * ({@link #returnAll}). Safe for many threads; blocks as the shared store does.
 */
public final class LeaseStore implements BucketStore {
  private static final int MOST_LEASES = 10_000;
  private static final int IDLE_TIMES = 2;

  /**
   * The part of the deadline that a call waits for what another fetches. Long for a fetch: a call
   * that gives up asks Redis itself, and when many do, none is spared.
   */
  private static final int WAIT_DIVISOR = 5;

  /** For how many deadlines the one that fetches is relied on, which blocks for one. */
  private static final int RELIED_DEADLINES = 2;

  /** How long the JVM's end may be held up to give tokens back. */
  private static final long MOST_END_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** What taking the lock of a lease needs; an overflow within would lose it for a while. */
  private static final int STACK_FRAMES = 40;

  private static final Decision FROM_LEASE = Decision.allowed(0);

  private final BucketStore shared;
  private final long deadlineNanos;
  private final LongSupplier nanoTicker;
  private final ConcurrentHashMap<String, Lease> leases = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable StoreException> notGivenBack = new AtomicReference<>();
  private volatile boolean ended;

  /**
   * A store in front of {@code shared}, which it closes.
   *
   * @param deadline how long an acquire of {@code shared} blocks at most
   * @param nanoTicker nanoseconds of a clock that never goes back
   */
  public LeaseStore(BucketStore shared, Duration deadline, LongSupplier nanoTicker) {
    this.shared = shared;
    this.deadlineNanos = deadline.toNanos();
    this.nanoTicker = nanoTicker;
  }

  @Override
  public boolean takeHeld(Claim claim, LimitMetrics metrics) {
    HeldPermits known = claim.held();
    if (known != null && known.takeCounted(claim.permits(), metrics)) {
      return true;
    }
    Lease lease = existingLease(claim);
    if (lease == null || lease == known) {
      return false;
    }
    claim.remember(lease);
    return lease.takeCounted(claim.permits(), metrics);
  }

  private @Nullable Lease existingLease(Claim claim) {
    Lease lease = leases.get(claim.key());
    return lease != null && lease.isOf(claim.spec()) ? lease : null;
  }

  @Override
  public Decision acquire(List<Claim> claims) throws StoreException {
    if (claims.size() > 1) {
      return acquireSeveral(claims, nanoTicker.getAsLong());
    }
    Claim claim = claims.get(0);
    if (!isLeased(claim)) {
      return shared.acquire(claims);
    }
    Decision known = known(claim);
    return known == null ? acquireLeased(claim, claims, nanoTicker.getAsLong()) : known;
  }

  private Decision acquireShared(List<Claim> claims, long begin) throws StoreException {
    return shared.acquire(claims, nanoTicker.getAsLong() - begin);
  }

  private boolean isLeased(Claim claim) {
    return claim.limit().lease() > 1 && !claim.limit().observed() && !claim.neverFits() && !ended;
  }

  /**
   * The answer to a claim that needs neither a fetch nor the wait for one; null if there is none.
   */
  private @Nullable Decision known(Claim claim) {
    Lease lease = existingLease(claim);
    return lease != null && lease.take(claim.permits()) ? FROM_LEASE : shared.knownDenial(claim);
  }

  private Decision acquireLeased(Claim claim, List<Claim> claims, long begin)
      throws StoreException {
    Lease lease = lease(claim);
    if (lease == null) {
      return acquireShared(claims, begin);
    }
    StackProbe.touch(STACK_FRAMES);
    // a virtual thread would need a timer, which costs more than a place in the next batch
    Lock fetching = lease.beginFetch(VirtualThreads.isCurrent() ? 0 : mostWaitNanos(begin), begin);
    if (fetching == null) {
      return lease.take(claim.permits()) ? FROM_LEASE : acquireShared(claims, begin);
    }
    try {
      return lease.take(claim.permits()) ? FROM_LEASE : fetch(lease, claim, begin);
    } finally {
      fetching.unlock();
    }
  }

  /** A part of the deadline, as long as so much is left of it. */
  private long mostWaitNanos(long begin) {
    long left = deadlineNanos - (nanoTicker.getAsLong() - begin);
    return Math.min(deadlineNanos / WAIT_DIVISOR, left);
  }

  private Decision fetch(Lease lease, Claim claim, long begin) throws StoreException {
    long most = lease.nextSize(claim.limit().lease(), nanoTicker.getAsLong());
    Claim leasing = claim.leasing(most);
    Decision decision = acquireShared(Collections.singletonList(leasing), begin);
    long spare = decision.given() - claim.permits();
    if (spare > 0 && !lease.addFetched(spare)) {
      tryToGiveBack(claim.ofPermits(spare));
    }
    endIfAllEnded(lease);
    return decision;
  }

  /** What was added to a lease while all were being ended may have come too late for that. */
  private void endIfAllEnded(Lease lease) {
    if (ended) {
      tryToGiveBack(lease, lease.end());
    }
  }

  /** The lease of the claim's bucket; null when there are too many, or an older one must end. */
  private @Nullable Lease lease(Claim claim) {
    Lease lease = leases.get(claim.key());
    if (lease == null && leases.size() < MOST_LEASES) {
      lease = leases.computeIfAbsent(claim.key(), key -> newLease(claim));
    }
    if (lease == null || lease.isOf(claim.spec())) {
      return lease;
    }
    // the limit was edited
    if (leases.remove(claim.key(), lease)) {
      tryToGiveBack(lease, lease.end());
    }
    return null;
  }

  private Lease newLease(Claim claim) {
    return new Lease(claim.ofPermits(1), nanoTicker.getAsLong(), RELIED_DEADLINES * deadlineNanos);
  }

  private Decision acquireSeveral(List<Claim> claims, long begin) throws StoreException {
    List<Claim> rest = new ArrayList<>(claims.size());
    DecisionInParts leased = new DecisionInParts(claims);
    boolean allowed = false;
    try {
      for (int i = 0; i < claims.size(); i++) {
        Claim claim = claims.get(i);
        if (!isLeased(claim)) {
          rest.add(claim);
          continue;
        }
        List<Claim> one = Collections.singletonList(claim);
        Decision known = known(claim);
        Decision decision = known == null ? acquireLeased(claim, one, begin) : known;
        if (!decision.isAllowed()) {
          return decision.at(i);
        }
        leased.add(one, decision);
      }
      Decision decision = rest.isEmpty() ? FROM_LEASE : acquireShared(rest, begin);
      allowed = decision.isAllowed();
      if (!allowed) {
        return decision.at(claims.indexOf(rest.get(decision.denyingClaim())));
      }
      leased.add(rest, decision);
      return leased.allowed();
    } finally {
      if (!allowed) {
        leased.taken().forEach(this::putBack);
      }
    }
  }

  /** What was taken and is not needed: to the lease, which costs nothing, unless it is a turn. */
  private void putBack(Claim claim) {
    Lease lease = claim.turnMicros() > 0 ? null : existingLease(claim);
    if (lease != null && lease.add(claim.permits())) {
      endIfAllEnded(lease);
    } else {
      tryToGiveBack(claim);
    }
  }

  @Override
  public void refund(List<Claim> claims) throws StoreException {
    shared.refund(claims);
  }

  /**
   * Gives back what has lain idle for a second, and tells the counts of leased calls. Blocks as the
   * shared store does.
   *
   * @throws StoreException the last failure; tokens that could not be given back are lost
   */
  public void returnIdle() throws StoreException {
    LeaseReturns returns = returns(Long.MAX_VALUE);
    long now = nanoTicker.getAsLong();
    for (Lease lease : leases.values()) {
      lease.tellCounts();
      if (lease.idleTimes(now) >= IDLE_TIMES) {
        returns.add(lease, lease.drain());
        if (lease.close()) {
          leases.remove(lease.claim().key(), lease);
        }
      }
    }
    returns.end();
  }

  /**
   * Gives everything back, and leases nothing from now on. Blocks for a second, and as long as the
   * shared store does after that.
   *
   * @throws StoreException the last failure; tokens that could not be given back are lost
   */
  public void returnAll() throws StoreException {
    ended = true;
    LeaseReturns returns = returns(MOST_END_NANOS);
    for (Lease lease : leases.values()) {
      leases.remove(lease.claim().key(), lease);
      returns.add(lease, lease.end());
    }
    returns.end();
  }

  private LeaseReturns returns(long mostNanos) {
    return new LeaseReturns(shared, nanoTicker, mostNanos, notGivenBack.getAndSet(null));
  }

  private void tryToGiveBack(Lease lease, long tokens) {
    if (tokens > 0) {
      tryToGiveBack(lease.claim().ofPermits(tokens));
    }
  }

  /** The call has its answer, which a failure must not change: told with the next idle tokens. */
  private void tryToGiveBack(Claim claim) {
    try {
      giveBack(claim);
    } catch (StoreException e) {
      notGivenBack.set(e);
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
