package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.metrics.LimitMetrics;
import java.util.Collections;
import java.util.List;

/**
 * Counts what limits that only observe would have done: takes the permits of buckets of their own,
 * turns included, and neither waits nor rejects. Safe for many threads.
 */
final class Observation {
  private final BucketStore store;
  private final Waiting waiting;
  private final Faults faults;

  Observation(BucketStore store, Waiting waiting, Faults faults) {
    this.store = store;
    this.waiting = waiting;
    this.faults = faults;
  }

  /** Each limit apart, for one must not hide another. */
  void observe(Site site, Call call) {
    for (int i = 0; i < call.observed().size(); i++) {
      Call.Part part = call.observed().get(i);
      try {
        observe(site, part);
      } catch (VirtualMachineError e) {
        throw e;
      } catch (Throwable e) {
        ThreadFailure.rethrow(e);
        // must not keep the limits that are enforced from being asked
        faults.letThrough(site, Collections.singletonList(part.bound), e);
      }
    }
  }

  private void observe(Site site, Call.Part part) throws StoreException {
    List<Claim> claims = waiting.permitted(site, Collections.singletonList(part.claim));
    Decision decision = store.acquire(claims);
    LimitMetrics metrics = part.bound.metrics();
    if (decision.outcome() == Decision.Outcome.BYPASSED
        || decision.outcome() == Decision.Outcome.UNAVAILABLE) {
      metrics.bypassed();
      return;
    }
    metrics.allowed();
    if (!decision.isAllowed()) {
      metrics.observedDenial();
    } else if (decision.waitMicros() > 0) {
      metrics.observedWait();
    }
    if (decision.isFallback()) {
      metrics.fellBack(decision.isAllowed());
    }
  }
}
