package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.RateLimitExceededException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Waits for a reserved turn. */
final class Waiting {
  private final BucketStore store;
  private final ThrottledLog log;
  private final EventLoops eventLoops = new EventLoops();

  Waiting(BucketStore store, ThrottledLog log) {
    this.store = store;
    this.log = log;
  }

  /**
   * The claims as this thread may make them: one that must not block can only have its permits now.
   */
  List<Claim> permitted(Site site, List<Claim> claims) {
    boolean mayWait = false;
    for (int i = 0; i < claims.size(); i++) {
      mayWait |= claims.get(i).maxWaitMicros() > 0;
    }
    if (!mayWait || !eventLoops.isEventLoop(Thread.currentThread())) {
      return claims;
    }
    log.warn(
        "event loop " + site.method(),
        site.method()
            + " is called on an event loop ("
            + Thread.currentThread().getName()
            + "), which must not block; there, calls are rejected instead of waiting");
    List<Claim> now = new ArrayList<>(claims.size());
    for (Claim claim : claims) {
      now.add(claim.withoutWait());
    }
    return now;
  }

  /**
   * Blocks the calling thread until its turn. When the thread is interrupted the permits go back.
   *
   * @return what to throw, or null when it is the caller's turn
   */
  @Nullable Throwable untilTurn(
      Site site, List<Claim> claims, Decision decision, Limit waitingFor, Rejections rejections) {
    long start = System.nanoTime();
    long waitNanos = decision.waitMicros() * 1000;
    for (long left = waitNanos; left > 0; left = waitNanos - (System.nanoTime() - start)) {
      if (Thread.currentThread().isInterrupted()) {
        refund(claims, decision);
        if (site.isInterruptible()) {
          Thread.interrupted();
          return new InterruptedException(
              "interrupted while waiting for rate limit " + waitingFor.name());
        }
        String key = claims.get(blocking(claims)).key();
        return rejections.make(site, waitingFor, key, Reason.INTERRUPTED, (left + 999) / 1000);
      }
      park(left, claims, decision);
    }
    return null;
  }

  private void park(long nanos, List<Claim> claims, Decision decision) {
    try {
      // parked and not asleep: before Java 21 a sleep is rounded to milliseconds, also down
      LockSupport.parkNanos(this, nanos);
    } catch (Throwable e) {
      // the thread is stopped, and its turn will not be taken
      refund(claims, decision);
      throw e;
    }
  }

  /** The index of the first claim that may have to wait: it is why a call of them waits. */
  static int blocking(List<Claim> claims) {
    for (int i = 0; i < claims.size(); i++) {
      if (claims.get(i).maxWaitMicros() > 0) {
        return i;
      }
    }
    return 0;
  }

  private void refund(List<Claim> claims, Decision taken) {
    try {
      store.refund(claims, taken);
    } catch (StoreException e) {
      log.warn(
          "refund", "permits of a call that did not wait were not given back: " + e.getMessage());
    }
  }
}
