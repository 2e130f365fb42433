package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.gate.CallHandler;
import io.github.ratelimitagent.limit.template.AccessOpener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the gate: decides each call of a woven method.
 *
 * <p>Safe for many threads. A call blocks for at most the store's deadline and, for limits that
 * block, its turn. Nothing but a rejection ever leaves {@link #onEnter}, and the end of a thread
 * that is stopped: a fault of the agent lets the call through and is counted.
 */
public final class Dispatcher implements CallHandler {
  /** The site of the agent's own probe, which no limit has. */
  public static final int PROBE_SITE = -1;

  private static final Object[] NO_ARGUMENTS = {};

  private final SiteTable sites;
  private final AgentThreads threads;
  private final BucketStore store;
  private final Observation observation;
  private final Enforcement enforcement;
  private final SuspendedCalls suspendedCalls;
  private final Faults faults;
  private volatile boolean probeFired;

  /** Does nothing until the gate is connected to it. */
  public Dispatcher(
      SiteTable sites, AgentThreads threads, BucketStore store, AccessOpener opener, Log log) {
    this.sites = sites;
    this.threads = threads;
    this.store = store;
    ThrottledLog throttled = new ThrottledLog(log);
    this.faults = new Faults(throttled);
    Waiting waiting = new Waiting(store, throttled);
    this.observation = new Observation(store, waiting, faults);
    this.enforcement = new Enforcement(store, waiting, opener, throttled);
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
    if (thread.inside && isInside(thread)) {
      return null;
    }
    int before = thread.depth();
    Throwable rejection;
    Object entered = null;
    thread.inside = true;
    try {
      rejection = decide(site, thread, self, args == null ? NO_ARGUMENTS : args);
      if (rejection == null && !site.isConstructor() && thread.depth() > before) {
        entered = thread.entered(before);
      }
    } catch (VirtualMachineError e) {
      // out of stack or memory: the body will meet the same, and throw the application's own error
      thread.restore(before);
      return null;
    } catch (Throwable e) {
      thread.restore(before);
      if (ThreadFailure.isDeath(e)) {
        throw e;
      }
      faults.letThrough(site, site.limits(), e);
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
    }
    return entered;
  }

  private static boolean isInside(ThreadState thread) {
    try {
      return thread.isInside();
    } catch (VirtualMachineError e) {
      // out of stack or memory, as below
      return true;
    }
  }

  @Override
  public void onExit(Object entered) {
    // anything else is of a call that another version of the agent has let in
    if (entered instanceof ThreadState.Entered) {
      ((ThreadState.Entered) entered).exit();
    }
  }

  private @Nullable Throwable decide(
      Site site, ThreadState thread, @Nullable Object self, @Nullable Object[] args)
      throws Throwable {
    if (suspendedCalls.isResumption(site, args)) {
      return null;
    }
    BoundLimit leased = site.leasedConstantLimit();
    if (leased != null && takeConstant(leased, thread)) {
      return null;
    }
    return decideEach(site, thread, self, args);
  }

  /**
   * Takes what the process holds for a method all of whose calls claim the same of one limit. The
   * shortest way, apart from the others so that the JIT compiler puts all of it into the method.
   */
  private boolean takeConstant(BoundLimit limit, ThreadState thread) {
    Claim claim = limit.constantClaim();
    if (claim == null || limit.isCountedIn(thread) || !store.takeHeld(claim, limit.metrics())) {
      return false;
    }
    limit.markCounted(thread);
    return true;
  }

  private @Nullable Throwable decideEach(
      Site site, ThreadState thread, @Nullable Object self, @Nullable Object[] args)
      throws Throwable {
    List<BoundLimit> limits = site.limits();
    Call call = null; // not made for the common call that the process has a token for
    for (int i = 0; i < limits.size(); i++) {
      BoundLimit bound = limits.get(i);
      if (bound.isCountedIn(thread)) {
        continue;
      }
      Claim claim;
      try {
        claim = bound.claim(self, args);
      } catch (Throwable e) {
        ThreadFailure.rethrow(e);
        if (faults.unreadable(site, bound, e)) {
          return enforcement.unreadable(site, bound);
        }
        continue;
      }
      if (claim == null) {
        continue;
      }
      if (limits.size() == 1
          && !bound.limit().observed()
          && store.takeHeld(claim, bound.metrics())) {
        bound.markCounted(thread);
        return null;
      }
      if (call == null) {
        call = new Call(limits.size());
      }
      call.add(bound, claim);
    }
    if (call == null) {
      return null;
    }
    observation.observe(site, call);
    Throwable rejection = call.enforced().isEmpty() ? null : enforcement.enforce(site, call);
    if (rejection == null) {
      call.markCounted(thread);
    }
    return rejection;
  }
}
