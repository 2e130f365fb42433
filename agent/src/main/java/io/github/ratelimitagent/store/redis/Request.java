package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One acquire or refund that waits to be sent or to be answered. Answered once, by the thread that
 * leads its batch; everything else is guarded by the lock of {@link Batches}.
 */
final class Request {
  /** Where a request is. */
  enum State {
    /** Waits for a batch. */
    QUEUED,
    /** Waits for a batch, which its own caller is to lead. */
    CHOSEN,
    /** In a batch that is on its way. */
    SENT,
    /** Answered. */
    DONE,
    /** Its caller has gone. */
    ABANDONED
  }

  final List<Claim> claims;
  final boolean refund;
  final boolean asking;
  final long deadlineNanos;
  final @Nullable Thread caller;
  final boolean mayLead;
  volatile State state = State.QUEUED;

  /**
   * What its caller is to begin when it has its answer; written before that is {@link State#DONE}.
   */
  @Nullable Relay relay;

  private @Nullable Decision decision;
  private @Nullable RedisFailure failure;

  private Request(
      List<Claim> claims,
      boolean refund,
      boolean asking,
      long deadlineNanos,
      @Nullable Thread caller,
      boolean mayLead) {
    this.claims = claims;
    this.refund = refund;
    this.asking = asking;
    this.deadlineNanos = deadlineNanos;
    this.caller = caller;
    this.mayLead = mayLead;
  }

  /**
   * Of the calling thread.
   *
   * @param asking whether the server is being handed the keys and has not got them all yet
   * @param mayLead whether the thread may read a socket, which an interrupt of a virtual one closes
   */
  static Request of(
      List<Claim> claims, boolean refund, boolean asking, long deadlineNanos, boolean mayLead) {
    return new Request(claims, refund, asking, deadlineNanos, Thread.currentThread(), mayLead);
  }

  /** A refund that nobody waits for. */
  static Request orphan(List<Claim> claims) {
    return new Request(claims, true, false, 0, null, false);
  }

  /** Whether the answer tells how many permits were given. */
  boolean isLease() {
    return !refund && claims.size() == 1 && claims.get(0).isLease();
  }

  /** What is to be given back when nobody uses what was taken. */
  List<Claim> taken() {
    Decision answer = decision;
    if (answer == null) {
      return claims;
    }
    return isLease() && answer.waitMicros() == 0
        ? Collections.singletonList(claims.get(0).ofPermits(answer.given()))
        : answer.takenFor(claims);
  }

  void answer(Decision given) {
    decision = given;
  }

  void fail(RedisFailure reason) {
    failure = reason;
  }

  boolean isAnswered() {
    return decision != null || failure != null;
  }

  /** Wakes its caller, if that has no timer of its own. */
  void wake() {
    if (caller != null && !mayLead) {
      LockSupport.unpark(caller);
    }
  }

  /**
   * Wakes its caller, if that waits for an answer without a timer and its deadline has come.
   *
   * @return nanoseconds until the deadline, 0 if it has come; the greatest number for any other
   */
  long wakeIfOverdue(long nowNanos) {
    boolean waits = state == State.QUEUED || state == State.SENT;
    if (!waits || mayLead || caller == null) {
      return Long.MAX_VALUE;
    }
    long left = Math.max(0, deadlineNanos - nowNanos);
    if (left == 0) {
      wake();
    }
    return left;
  }

  /** Whether permits were taken that nobody is going to use, once its caller has gone. */
  boolean hasTaken() {
    return !refund && decision != null && decision.isAllowed();
  }

  /** The answer, once it is {@link State#DONE}. */
  Decision result() throws RedisFailure {
    Decision given = decision;
    if (given == null) {
      throw failure == null ? RedisFailure.fault() : failure;
    }
    return given;
  }
}
