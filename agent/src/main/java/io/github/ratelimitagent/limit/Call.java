package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.metrics.LimitMetrics;
import java.util.ArrayList;
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

  private final List<Part> enforced = new ArrayList<>(2);
  private final List<Part> observed = new ArrayList<>(0);

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
   * figures are one, with the permits added and the shortest max-wait, under the limit that comes
   * first by name.
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
    if (claims.size() > 1) {
      // ties between denying claims go by name, and stores take the first
      claims.sort((a, b) -> a.limit().name().compareTo(b.limit().name()));
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
      throw new SameKeyException(a.limit(), b.limit());
    }
    Limit first = a.limit().name().compareTo(b.limit().name()) <= 0 ? a.limit() : b.limit();
    return new Claim(
        first,
        a.key(),
        a.spec(),
        Math.addExact(a.permits(), b.permits()),
        Math.min(a.maxWaitMicros(), b.maxWaitMicros()));
  }

  LimitMetrics metricsOf(Claim claim) {
    for (int i = 0; i < enforced.size(); i++) {
      if (enforced.get(i).bound.limit() == claim.limit()) {
        return enforced.get(i).bound.metrics();
      }
    }
    throw new IllegalStateException("no limit of this call made the claim");
  }
}
