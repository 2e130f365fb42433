package io.github.ratelimitagent.limit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What one call claims of its limits. Confined to the calling thread. */
final class Call {
  /** One limit's part. */
  static final class Part {
    final BoundLimit bound;
    final Claim claim;

    Part(BoundLimit bound, Claim claim) {
      this.bound = bound;
      this.claim = claim;
    }
  }

  private final List<Part> enforced;
  private final List<Part> observed = new ArrayList<>(0);

  /**
   * A call without claims.
   *
   * @param most how many limits it may have
   */
  Call(int most) {
    this.enforced = new ArrayList<>(most);
  }

  void add(BoundLimit bound, Claim claim) {
    (bound.limit().observed() ? observed : enforced).add(new Part(bound, claim));
  }

  List<Part> enforced() {
    return enforced;
  }

  List<Part> observed() {
    return observed;
  }

  void markCounted(ThreadState thread) {
    for (int i = 0; i < enforced.size(); i++) {
      enforced.get(i).bound.markCounted(thread);
    }
    for (int i = 0; i < observed.size(); i++) {
      observed.get(i).bound.markCounted(thread);
    }
  }

  /**
   * The claims of the enforced limits, no two on the same bucket: claims of the same key and
   * figures are one, with the permits added, the shortest max-wait and the strictest failure
   * policy.
   *
   * @throws SameKeyException if two limits of other figures rendered the same key
   */
  List<Claim> claims() {
    List<Claim> claims = new ArrayList<>(enforced.size());
    for (int i = 0; i < enforced.size(); i++) {
      Claim claim = enforced.get(i).claim;
      int same = indexOf(claims, claim.key());
      if (same < 0) {
        claims.add(claim);
      } else {
        claims.set(same, merge(claims.get(same), claim));
      }
    }
    return claims;
  }

  private static int indexOf(List<Claim> claims, String key) {
    for (int i = 0; i < claims.size(); i++) {
      if (claims.get(i).key().equals(key)) {
        return i;
      }
    }
    return -1;
  }

  private static Claim merge(Claim a, Claim b) {
    if (!a.spec().equals(b.spec())) {
      throw new SameKeyException(a, b);
    }
    long permits = a.permits() + b.permits();
    return new Claim(
        strictness(a.limit()) >= strictness(b.limit()) ? a.limit() : b.limit(),
        a.key(),
        a.spec(),
        // beyond any capacity: such a call can never be allowed
        permits < 0 ? Long.MAX_VALUE : permits,
        Math.min(a.maxWaitMicros(), b.maxWaitMicros()));
  }

  private static int strictness(Limit limit) {
    switch (limit.onFailure()) {
      case DENY:
        return 2;
      case IN_PROCESS:
        return 1;
      default:
        return 0;
    }
  }

  /** The limits that claim the bucket of that key are of this call no more; answers them. */
  List<BoundLimit> remove(String key) {
    List<BoundLimit> removed = new ArrayList<>();
    for (Iterator<Part> parts = enforced.iterator(); parts.hasNext(); ) {
      Part part = parts.next();
      if (part.claim.key().equals(key)) {
        parts.remove();
        removed.add(part.bound);
      }
    }
    return removed;
  }

  /** The limit that denies when {@code claim} is denied: of those that share a bucket the first. */
  BoundLimit denying(Claim claim, Decision.Outcome outcome) {
    for (int i = 0; i < enforced.size(); i++) {
      BoundLimit bound = enforced.get(i).bound;
      if (outcome == Decision.Outcome.UNAVAILABLE
          ? bound.limit() == claim.limit()
          : enforced.get(i).claim.key().equals(claim.key())) {
        return bound;
      }
    }
    throw new IllegalStateException("no limit of this call made the claim");
  }
}
