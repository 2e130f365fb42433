package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What buckets must answer, in exact fractions of tokens: plain, slow, and written apart from the
 * script, from the rules alone.
 */
public final class ReferenceBuckets {
  private static final long LONGEST_LAG = 10_000_000;

  private final Map<String, State> states = new HashMap<>();

  /** What is stored: tokens at a time, by whose figures, and when that was written. */
  public record State(Fraction tokens, long lastRefill, BucketSpec spec, long written) {}

  /** Verdict and detail, as in the script's reply. */
  public record Answer(long verdict, long detail) {}

  /** A bucket as a call finds it. */
  private record Found(Fraction tokens, long lag, boolean jumped) {}

  public State state(String key) {
    return states.get(key);
  }

  public void forget(String key) {
    states.remove(key);
  }

  public void replaceTokens(String key, Fraction tokens) {
    states.computeIfPresent(
        key, (k, old) -> new State(tokens, old.lastRefill, old.spec, old.written));
  }

  public Answer acquire(List<Claim> claims, long now) {
    long turn = 0;
    long retryAfter = 0;
    int denying = -1;
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      Found found = find(claim, now);
      if (found.jumped) {
        write(claim, found.tokens, now, now);
      }
      Fraction missing = Fraction.of(claim.permits(), 1).minus(found.tokens);
      if (missing.compareTo(Fraction.ZERO) <= 0) {
        continue;
      }
      long wait = missing.dividedBy(rate(claim.spec())).ceil() + found.lag;
      if (wait <= claim.maxWaitMicros()) {
        turn = Math.max(turn, wait);
      } else if (wait > retryAfter) {
        retryAfter = wait;
        denying = i;
      }
    }
    if (denying >= 0) {
      return new Answer(-retryAfter, denying);
    }
    long least = Long.MAX_VALUE;
    for (Claim claim : claims) {
      Found found = find(claim, now);
      Fraction left = found.tokens.minus(Fraction.of(claim.permits(), 1));
      write(claim, left, now + found.lag, now);
      least = Math.min(least, left.floor());
    }
    return new Answer(turn, Math.max(0, least));
  }

  /** An acquire of more than the claim's permits if there are: of half of the tokens at most. */
  public Answer lease(Claim claim, long now) {
    Fraction found = find(claim, now).tokens;
    long given = claim.permits();
    if (found.compareTo(Fraction.of(given, 1)) >= 0) {
      long half = found.dividedBy(Fraction.of(2, 1)).floor();
      given = Math.max(given, Math.min(claim.most(), half));
    }
    Claim whole = new Claim(claim.limit(), claim.key(), claim.spec(), given, claim.maxWaitMicros());
    Answer answer = acquire(List.of(whole), now);
    return answer.verdict() < 0 ? answer : new Answer(answer.verdict(), given);
  }

  public Answer refund(List<Claim> claims, long now) {
    long least = Long.MAX_VALUE;
    for (Claim claim : claims) {
      Found found = find(claim, now);
      Fraction most = Fraction.of(claim.spec().capacity(), 1);
      Fraction left = found.tokens.plus(Fraction.of(claim.permits(), 1)).min(most);
      if (states.containsKey(claim.key())) {
        write(claim, left, now + found.lag, now);
      }
      least = Math.min(least, left.floor());
    }
    return new Answer(0, Math.max(0, least));
  }

  /** From now until the bucket is full, if nobody takes from it. */
  public long microsToFull(String key, BucketSpec spec, long now) {
    State state = states.get(key);
    Fraction missing = Fraction.of(spec.capacity(), 1).minus(state.tokens);
    return Math.max(0, state.lastRefill - now + missing.dividedBy(rate(spec)).ceil());
  }

  private void write(Claim claim, Fraction tokens, long lastRefill, long now) {
    states.put(claim.key(), new State(tokens, lastRefill, claim.spec(), now));
  }

  private Found find(Claim claim, long now) {
    Fraction most = Fraction.of(claim.spec().capacity(), 1);
    State state = states.get(claim.key());
    if (state == null) {
      return new Found(most, 0, false);
    }
    Fraction tokens = state.tokens.min(most);
    long elapsed = now - state.lastRefill;
    if (elapsed >= 0) {
      Fraction refilled = tokens.plus(Fraction.of(elapsed, 1).times(rate(claim.spec())));
      return new Found(refilled.min(most), 0, false);
    }
    long bound = Math.min(LONGEST_LAG, most.dividedBy(rate(claim.spec())).ceil());
    return -elapsed <= bound ? new Found(tokens, -elapsed, false) : new Found(tokens, 0, true);
  }

  private static Fraction rate(BucketSpec spec) {
    return Fraction.of(spec.refillTokens(), spec.periodMicros());
  }
}
