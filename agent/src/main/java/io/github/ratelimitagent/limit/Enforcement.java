package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.RateLimitExceededException.Reason;
import io.github.ratelimitagent.limit.template.AccessOpener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks the store for what a call claims of the limits that are enforced, and waits or rejects as it
 * answers. Safe for many threads.
 */
final class Enforcement {
  private final BucketStore store;
  private final Waiting waiting;
  private final Rejections rejections;
  private final ThrottledLog log;

  Enforcement(BucketStore store, Waiting waiting, AccessOpener opener, ThrottledLog log) {
    this.store = store;
    this.waiting = waiting;
    this.rejections = new Rejections(opener, log);
    this.log = log;
  }

  /** Answers what the call is to throw, or null once it may go on; waits for its turn. */
  @Nullable Throwable enforce(Site site, Call call) throws StoreException {
    List<Claim> merged;
    try {
      merged = call.claims();
    } catch (SameKeyException e) {
      return sameKey(site, call, e);
    }
    List<Claim> claims = waiting.permitted(site, merged);
    Decision decision = store.acquire(claims);
    if (!decision.isAllowed()) {
      Claim denying = claims.get(decision.denyingClaim());
      BoundLimit bound = call.denying(denying, decision.outcome());
      bound.metrics().denied();
      if (decision.outcome() == Decision.Outcome.UNAVAILABLE) {
        bound.metrics().unanswered();
      } else if (decision.isFallback()) {
        bound.metrics().fellBack(false);
      }
      return rejections.make(
          site,
          bound.limit(),
          denying.key(),
          reason(decision.outcome()),
          decision.retryAfterMicros());
    }
    if (decision.waitMicros() > 0) {
      BoundLimit waitingFor =
          call.denying(claims.get(Waiting.blocking(claims)), decision.outcome());
      Throwable rejection =
          waiting.untilTurn(site, claims, decision, waitingFor.limit(), rejections);
      if (rejection != null) {
        waitingFor.metrics().denied();
        if (decision.isFallback()) {
          waitingFor.metrics().fellBack(false);
        }
        return rejection;
      }
    }
    for (int i = 0; i < call.enforced().size(); i++) {
      BoundLimit bound = call.enforced().get(i).bound;
      if (wasBypassed(bound.limit(), decision)) {
        bound.metrics().bypassed();
      } else {
        bound.metrics().allowed();
        if (decision.isFallback()) {
          bound.metrics().fellBack(true);
        }
        if (decision.waitMicros() > 0) {
          bound.metrics().waited(decision.waitMicros());
        }
      }
    }
    return null;
  }

  /** Which bucket is meant cannot be told: its limits follow their failure policy. */
  private @Nullable Throwable sameKey(Site site, Call call, SameKeyException e)
      throws StoreException {
    log.warn("same key " + site.method(), site.method() + ": " + e.getMessage());
    BoundLimit denying = null;
    for (BoundLimit bound : call.remove(e.key())) {
      bound.metrics().fault();
      if (denying == null && bound.limit().onFailure() == FailurePolicy.DENY) {
        denying = bound;
      }
    }
    if (denying != null) {
      return unavailable(site, denying, e.key());
    }
    return call.enforced().isEmpty() ? null : enforce(site, call);
  }

  private Throwable unavailable(Site site, BoundLimit denying, String key) {
    denying.metrics().denied();
    return rejections.make(site, denying.limit(), key, Reason.STORE_UNAVAILABLE, 0);
  }

  /** The rejection of a call whose bucket cannot be told. */
  Throwable unreadable(Site site, BoundLimit denying) {
    denying.metrics().denied();
    return rejections.make(site, denying.limit(), "", Reason.UNREADABLE, 0);
  }

  private static boolean wasBypassed(Limit limit, Decision decision) {
    // where this process decides, it asks only the limits that have a share
    return decision.outcome() == Decision.Outcome.BYPASSED
        || (decision.isFallback() && limit.onFailure() != FailurePolicy.IN_PROCESS);
  }

  private static Reason reason(Decision.Outcome outcome) {
    switch (outcome) {
      case NEVER:
        return Reason.NEVER;
      case UNAVAILABLE:
        return Reason.STORE_UNAVAILABLE;
      default:
        return Reason.EMPTY;
    }
  }
}
