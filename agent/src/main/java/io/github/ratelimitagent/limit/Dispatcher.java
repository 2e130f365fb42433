package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.RateLimitExceededException.Reason;
import io.github.ratelimitagent.gate.CallHandler;
import io.github.ratelimitagent.limit.template.AccessOpener;
import io.github.ratelimitagent.limit.template.TemplateValueException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the gate: decides each call of a woven method.
 *
 * <p>Safe for many threads. A call blocks for at most the store's deadline and, for limits that
 * block, its turn. Nothing but a rejection ever leaves {@link #onEnter}: a fault of the agent lets
 * the call through and is counted.
 */
public final class Dispatcher implements CallHandler {
  /** The site of the agent's own probe, which no limit has. */
  public static final int PROBE_SITE = -1;

  private static final Object[] NO_ARGUMENTS = {};

  private final SiteTable sites;
  private final AgentThreads threads;
  private final BucketStore store;
  private final Waiting waiting;
  private final Rejections rejections;
  private final SuspendedCalls suspendedCalls;
  private final ThrottledLog log;
  private volatile boolean probeFired;

  /** Does nothing until the gate is connected to it. */
  public Dispatcher(
      SiteTable sites, AgentThreads threads, BucketStore store, AccessOpener opener, Log log) {
    this.sites = sites;
    this.threads = threads;
    this.store = store;
    this.log = new ThrottledLog(log);
    this.waiting = new Waiting(store, this.log);
    this.rejections = new Rejections(opener, this.log);
    this.suspendedCalls = new SuspendedCalls(opener);
  }

  /** Whether the gate was called from the probe's site since this was last asked. */
  public boolean takeProbeFired() {
    boolean fired = probeFired;
    probeFired = false;
    return fired;
  }

  @Override
  public @Nullable Object onEnter(int number, @Nullable Object self, Object @Nullable [] args)
      throws Throwable {
    Site site = sites.get(number);
    if (site == null) {
      if (number == PROBE_SITE) {
        probeFired = true;
      }
      return null;
    }
    ThreadState thread = threads.current();
    if (thread.inside) {
      return null;
    }
    int before = thread.depth();
    Throwable rejection;
    thread.inside = true;
    try {
      rejection = decide(site, thread, self, args == null ? NO_ARGUMENTS : args);
    } catch (VirtualMachineError e) {
      // out of stack or memory: the body will meet the same, and throw the application's own error
      thread.restore(before);
      return null;
    } catch (Throwable e) {
      thread.restore(before);
      countFault(site, site.limits(), e);
      return null;
    } finally {
      thread.inside = false;
    }
    if (rejection != null) {
      thread.restore(before);
      throw rejection;
    }
    if (site.isConstructor()) {
      thread.restore(before);
      return null;
    }
    // Integer: a JDK type, and up to 127 open calls on a thread it costs no allocation
    return thread.depth() == before ? null : Integer.valueOf(before);
  }

  @Override
  public void onExit(Object entered) {
    // anything else is of a call that another version of the agent has let in
    if (entered instanceof Integer) {
      threads.current().restore((Integer) entered);
    }
  }

  private @Nullable Throwable decide(
      Site site, ThreadState thread, @Nullable Object self, @Nullable Object[] args)
      throws Throwable {
    if (suspendedCalls.isResumption(site, args)) {
      return null;
    }
    List<BoundLimit> limits = site.limits();
    Call call = new Call();
    for (int i = 0; i < limits.size(); i++) {
      BoundLimit bound = limits.get(i);
      if (bound.isCountedIn(thread)) {
        continue;
      }
      Claim claim;
      try {
        claim = bound.claim(self, args);
      } catch (VirtualMachineError e) {
        throw e;
      } catch (Throwable e) {
        if (renderingFailed(site, bound, e)) {
          return unavailable(site, bound, "");
        }
        continue;
      }
      if (claim != null) {
        call.add(bound, claim);
      }
    }
    observe(site, call);
    Throwable rejection = call.enforced().isEmpty() ? null : enforce(site, call);
    if (rejection == null) {
      call.markCounted(thread);
    }
    return rejection;
  }

  /** Counts what would have been denied; each limit apart, for one must not hide another. */
  private void observe(Site site, Call call) {
    for (int i = 0; i < call.observed().size(); i++) {
      Call.Part part = call.observed().get(i);
      try {
        observe(part);
      } catch (VirtualMachineError e) {
        throw e;
      } catch (Throwable e) {
        // must not keep the limits that are enforced from being asked
        countFault(site, Collections.singletonList(part.bound), e);
      }
    }
  }

  private void observe(Call.Part part) throws StoreException {
    Decision decision = store.acquire(Collections.singletonList(part.claim));
    if (decision.isFallback() && decision.isAllowed()) {
      part.bound.metrics().fellBack();
    }
    switch (decision.outcome()) {
      case BYPASSED:
      case UNAVAILABLE:
        part.bound.metrics().bypassed();
        break;
      case DENIED:
      case NEVER:
        part.bound.metrics().observedDenial();
        part.bound.metrics().allowed();
        break;
      case ALLOWED:
        part.bound.metrics().allowed();
        break;
    }
  }

  private @Nullable Throwable enforce(Site site, Call call) throws StoreException {
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
          bound.metrics().fellBack();
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

  /** Answers whether the call is to be rejected. */
  private boolean renderingFailed(Site site, BoundLimit bound, Throwable e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    bound.metrics().fault();
    Limit limit = bound.limit();
    boolean deny = limit.onFailure() == FailurePolicy.DENY && !limit.observed();
    log.warn(
        "render " + limit.name(),
        "limit "
            + limit.name()
            + ": its key, permits or when could not be read at "
            + site.method()
            + ": "
            // the message of an exception of the application may hold what must not be logged
            + (e instanceof TemplateValueException ? e.getMessage() : e.getClass().getName())
            + "; such calls are "
            + (deny ? "denied" : "let through by this limit"));
    return deny;
  }

  private void countFault(Site site, List<BoundLimit> limits, Throwable e) {
    List<String> names = new ArrayList<>();
    for (BoundLimit bound : limits) {
      bound.metrics().fault();
      names.add(bound.limit().name());
    }
    log.warn(
        "fault " + site.method(),
        "a fault of the agent let a call of "
            + site.method()
            + " through (limits "
            + names
            + "): "
            + ThrottledLog.describe(e));
  }
}
