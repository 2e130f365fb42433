package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.util.ArrayList;
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
    long wait = 0;
    long[] turns = new long[claims.size()];
    long remaining = Long.MAX_VALUE;
    List<Claim> taken = new ArrayList<>(claims.size());
    boolean allowed = false;
    try {
      for (List<Claim> part : parts) {
        Decision decision = cluster.acquirePart(part, deadlineNanos);
        if (!decision.isAllowed()) {
          int denying = claims.indexOf(part.get(decision.denyingClaim()));
          return Decision.denied(denying, decision.retryAfterMicros());
        }
        taken.addAll(decision.takenFor(part));
        for (int i = 0; i < part.size(); i++) {
          turns[claims.indexOf(part.get(i))] = decision.turnMicros(i);
        }
        wait = Math.max(wait, decision.waitMicros());
        remaining = Math.min(remaining, decision.remaining());
      }
      allowed = true;
      return wait == 0 ? Decision.allowed(remaining) : Decision.reserved(wait, turns);
    } finally {
      // of a part that has failed nobody knows: its permits may be lost, and are not taken twice
      if (!allowed) {
        // by another thread: this one's time may be over, and its caller has an answer
        cluster.refundLater(taken);
      }
    }
  }
}
