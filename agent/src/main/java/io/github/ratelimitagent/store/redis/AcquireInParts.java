package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.DecisionInParts;
import java.util.List;

/**
 * One acquire whose buckets lie in several slots of a cluster: one part after the other, and what
 * was taken goes back when a later part is denied or fails. For one thread.
 *
 * <p>So other callers may for a moment find fewer tokens than there will be, never more.
 */
final class AcquireInParts {
  private final Cluster cluster;
  private final List<Claim> claims;
  private final List<List<Claim>> parts;

  AcquireInParts(Cluster cluster, List<Claim> claims, List<List<Claim>> parts) {
    this.cluster = cluster;
    this.claims = claims;
    this.parts = parts;
  }

  Decision acquire(long deadlineNanos) throws RedisFailure {
    DecisionInParts decisions = new DecisionInParts(claims);
    boolean allowed = false;
    try {
      for (List<Claim> part : parts) {
        Decision decision = cluster.acquirePart(part, deadlineNanos);
        if (!decision.isAllowed()) {
          int denying = claims.indexOf(part.get(decision.denyingClaim()));
          return Decision.denied(denying, decision.retryAfterMicros());
        }
        decisions.add(part, decision);
      }
      allowed = true;
      return decisions.allowed();
    } finally {
      // of a part that has failed nobody knows: its permits may be lost, and are not taken twice
      if (!allowed) {
        // by another thread: this one's time may be over, and its caller has an answer
        cluster.refundLater(decisions.taken());
      }
    }
  }
}
