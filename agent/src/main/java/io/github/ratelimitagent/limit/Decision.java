package io.github.ratelimitagent.limit;

import java.util.ArrayList;
import java.util.List;

/**
 * The answer of a store to one acquire: allowed, allowed after a wait, or denied. Immutable.
 *
 * <p>A denial names the claim that denied: of those that did, one that can never fit before the
 * others, then the one with the longest retry-after, then the first in the order of the claims.
 */
public final class Decision {
  /** What the answer is. */
  public enum Outcome {
    /** The permits are taken; the call may go on after {@link Decision#waitMicros()}. */
    ALLOWED,
    /** Nothing is taken; the permits will be there after {@link Decision#retryAfterMicros()}. */
    DENIED,
    /** Nothing is taken; a claim asks for more than its bucket can ever hold. */
    NEVER,
    /** The store did not answer, and the failure policy lets the call through. */
    BYPASSED,
    /** The store did not answer, and the failure policy denies the call. */
    UNAVAILABLE
  }

  private static final long[] NO_TURNS = {};
  private static final Decision BYPASSED = of(Outcome.BYPASSED, 0, 0);

  private final Outcome outcome;
  private final long waitMicros;
  private final long[] turns;
  private final long remaining;
  private final long given;
  private final long retryAfterMicros;
  private final int denyingClaim;
  private final boolean fallback;

  private Decision(
      Outcome outcome,
      long waitMicros,
      long[] turns,
      long remaining,
      long given,
      long retryAfterMicros,
      int denyingClaim,
      boolean fallback) {
    this.outcome = outcome;
    this.waitMicros = waitMicros;
    this.turns = turns;
    this.remaining = remaining;
    this.given = given;
    this.retryAfterMicros = retryAfterMicros;
    this.denyingClaim = denyingClaim;
    this.fallback = fallback;
  }

  private static Decision of(Outcome outcome, long retryAfterMicros, int denyingClaim) {
    return new Decision(outcome, 0, NO_TURNS, 0, 0, retryAfterMicros, denyingClaim, false);
  }

  /**
   * Allowed now.
   *
   * @param remaining whole tokens left in the emptiest bucket of the acquire, never negative
   */
  public static Decision allowed(long remaining) {
    return new Decision(Outcome.ALLOWED, 0, NO_TURNS, remaining, 0, 0, 0, false);
  }

  /**
   * Allowed after a wait, with reserved permits.
   *
   * @param waitMicros how long until the latest of the turns, above 0
   * @param turns of each claim, in microseconds of the store's clock: the time of the answer for
   *     permits that were there; 0 where that is not known
   */
  public static Decision reserved(long waitMicros, long... turns) {
    return new Decision(Outcome.ALLOWED, waitMicros, turns, 0, 0, 0, 0, false);
  }

  /**
   * Allowed now, with permits for calls to come.
   *
   * @param given all permits that were taken from the bucket
   */
  public static Decision leased(long given) {
    return new Decision(Outcome.ALLOWED, 0, NO_TURNS, 0, given, 0, 0, false);
  }

  /**
   * Denied by the claim at {@code denyingClaim}.
   *
   * @param retryAfterMicros from now until the permits will be there, rounded up, at least 1
   */
  public static Decision denied(int denyingClaim, long retryAfterMicros) {
    return of(Outcome.DENIED, retryAfterMicros, denyingClaim);
  }

  /** The claim at {@code denyingClaim} asks for more than its bucket can ever hold. */
  public static Decision never(int denyingClaim) {
    return of(Outcome.NEVER, 0, denyingClaim);
  }

  /** The store did not answer; the failure policy lets the call through. */
  public static Decision bypassed() {
    return BYPASSED;
  }

  /** The store did not answer; the policy of the claim at {@code denyingClaim} denies the call. */
  public static Decision unavailable(int denyingClaim) {
    return of(Outcome.UNAVAILABLE, 0, denyingClaim);
  }

  /**
   * The same answer, given by this process alone because the shared store did not answer.
   *
   * @param denyingClaim the index of the claim that denied, among all of the acquire
   */
  public Decision asFallback(int denyingClaim) {
    return new Decision(
        outcome, waitMicros, turns, remaining, given, retryAfterMicros, denyingClaim, true);
  }

  public Outcome outcome() {
    return outcome;
  }

  /** Whether the call may go on, after {@link #waitMicros()}. */
  public boolean isAllowed() {
    return outcome == Outcome.ALLOWED || outcome == Outcome.BYPASSED;
  }

  /** How long until the reserved turn; 0 for now. */
  public long waitMicros() {
    return waitMicros;
  }

  /**
   * The turn of the claim at an index, in microseconds of the store's clock; 0 if its permits were
   * taken at once by an answer without a wait.
   */
  public long turnMicros(int claim) {
    return turns.length == 0 ? 0 : turns[claim];
  }

  /** What this answer took for the claims, as it is to be given back. */
  public List<Claim> takenFor(List<Claim> claims) {
    if (turns.length == 0) {
      return claims;
    }
    List<Claim> taken = new ArrayList<>(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      taken.add(claims.get(i).reservedFor(turns[i]));
    }
    return taken;
  }

  /** Whole tokens left in the emptiest bucket of the acquire; 0 where there was a wait. */
  public long remaining() {
    return remaining;
  }

  /** The permits that a lease was given, those of its own call included; else 0. */
  public long given() {
    return given;
  }

  /** The same answer about the claim at another index. */
  public Decision at(int claim) {
    return new Decision(
        outcome, waitMicros, turns, remaining, given, retryAfterMicros, claim, fallback);
  }

  /** From now until the permits will be there, rounded up; 0 unless {@link Outcome#DENIED}. */
  public long retryAfterMicros() {
    return retryAfterMicros;
  }

  /** The index of the claim that denied. */
  public int denyingClaim() {
    return denyingClaim;
  }

  /** Whether this process alone has decided, because the shared store did not answer. */
  public boolean isFallback() {
    return fallback;
  }

  @Override
  public String toString() {
    switch (outcome) {
      case ALLOWED:
        return "allowed(wait " + waitMicros + " us, " + remaining + " left)";
      case DENIED:
        return "denied(claim " + denyingClaim + ", retry after " + retryAfterMicros + " us)";
      default:
        return outcome.name().toLowerCase(java.util.Locale.ROOT) + "(claim " + denyingClaim + ")";
    }
  }
}
