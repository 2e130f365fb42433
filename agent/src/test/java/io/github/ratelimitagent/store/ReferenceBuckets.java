package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What buckets must answer, in exact fractions of tokens: plain, slow, and written apart from the
 * script, from the rules alone.
 */
public final class ReferenceBuckets {
  private static final long LONGEST_LAG = 10_000_000;

  private static final int MOST_FREE_TURNS = 100;

  private final Map<String, State> states = new HashMap<>();
  private final Map<String, List<Turn>> freeTurns = new HashMap<>();
  private final Set<String> owing = new HashSet<>();

  /** What is stored: tokens at a time, by whose figures, and when that was written. */
  public record State(Fraction tokens, long lastRefill, BucketSpec spec, long written) {}

  /** Verdict and detail, as in the script's reply: turns in place of the detail after a wait. */
  public record Answer(long verdict, long detail, List<Long> turns) {
    Answer(long verdict, long detail) {
      this(verdict, detail, List.of());
    }
  }

  /** A turn that was given back. */
  private record Turn(long at, long permits) {}

  /** A bucket as a call finds it. */
  private record Found(Fraction tokens, long lag, boolean jumped) {}

  public State state(String key) {
    return states.get(key);
  }

  public void forget(String key) {
    states.remove(key);
    freeTurns.remove(key);
  }

  /** What follows is one call of the script, which reads free turns of buckets that owe only. */
  public void beginCall() {
    owing.clear();
    states.forEach(
        (key, state) -> {
          if (state.tokens.compareTo(Fraction.ZERO) < 0) {
            owing.add(key);
          }
        });
  }

  public void replaceTokens(String key, Fraction tokens) {
    states.computeIfPresent(
        key, (k, old) -> new State(tokens, old.lastRefill, old.spec, old.written));
  }

  public Answer acquire(List<Claim> claims, long now) {
    long latest = 0;
    long retryAfter = 0;
    int denying = -1;
    List<Long> turns = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      Found found = find(claim, now);
      if (found.jumped) {
        write(claim, found.tokens, now, now);
      }
      Fraction missing = Fraction.of(claim.permits(), 1).minus(found.tokens);
      if (missing.compareTo(Fraction.ZERO) <= 0) {
        turns.add(now + found.lag);
        continue;
      }
      long wait = missing.dividedBy(rate(claim.spec())).ceil() + found.lag;
      Turn free = freeTurn(claim, found, now);
      if (free != null && free.at - now <= claim.maxWaitMicros()) {
        wait = free.at - now;
      }
      turns.add(now + wait);
      if (wait <= claim.maxWaitMicros()) {
        latest = Math.max(latest, wait);
      } else if (wait > retryAfter) {
        retryAfter = wait;
        denying = i;
      }
    }
    if (denying >= 0) {
      return new Answer(-retryAfter, denying);
    }
    long least = Long.MAX_VALUE;
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      Found found = find(claim, now);
      Turn free = freeTurn(claim, found, now);
      Fraction left = found.tokens;
      if (free != null && free.at == turns.get(i)) {
        use(claim, free);
      } else {
        left = left.minus(Fraction.of(claim.permits(), 1));
      }
      write(claim, left, now + found.lag, now);
      least = Math.min(least, left.floor());
    }
    return latest > 0 ? new Answer(latest, 0, turns) : new Answer(0, Math.max(0, least));
  }

  private List<Turn> free(Claim claim, long from) {
    List<Turn> free = new ArrayList<>();
    if (owing.contains(claim.key())) {
      free.addAll(freeTurns.getOrDefault(claim.key(), List.of()));
      free.removeIf(turn -> turn.at < from);
    }
    return free;
  }

  private Turn freeTurn(Claim claim, Found found, long now) {
    long end = lastTurn(claim, found.tokens, now + found.lag);
    return free(claim, now + found.lag).stream()
        .filter(turn -> claim.maxWaitMicros() > 0)
        .filter(turn -> turn.at < end && turn.permits >= claim.permits())
        .findFirst()
        .orElse(null);
  }

  private static long lastTurn(Claim claim, Fraction tokens, long from) {
    return from
        + Fraction.ZERO.minus(tokens).max(Fraction.ZERO).dividedBy(rate(claim.spec())).ceil();
  }

  private void use(Claim claim, Turn turn) {
    List<Turn> free = new ArrayList<>(freeTurns.get(claim.key()));
    int place = free.indexOf(turn);
    free.set(place, new Turn(turn.at, turn.permits - claim.permits()));
    free.removeIf(left -> left.permits == 0);
    freeTurns.put(claim.key(), free);
  }

  /** What the bucket has after a reservation was given back, by the rules of {@code Turns}. */
  private Fraction giveBack(Claim claim, Found found, long now) {
    long from = now + found.lag;
    Fraction rate = rate(claim.spec());
    Fraction permits = Fraction.of(claim.permits(), 1);
    if (claim.turnMicros() <= from) {
      Fraction anew = Fraction.of(from - claim.turnMicros(), 1).times(rate);
      boolean othersWait = found.tokens.compareTo(Fraction.ZERO) < 0;
      return othersWait ? found.tokens : found.tokens.plus(permits.minus(anew).max(Fraction.ZERO));
    }
    List<Turn> free = free(claim, from);
    int place = (int) free.stream().filter(turn -> turn.at <= claim.turnMicros()).count();
    free.add(place, new Turn(claim.turnMicros(), claim.permits()));
    Fraction tokens = found.tokens;
    for (int last = free.size() - 1; last >= 0; last--) {
      long end = lastTurn(claim, tokens, from);
      if (free.get(last).at < end) {
        break;
      }
      Turn ending = free.remove(last);
      if (ending.at == end) {
        tokens = tokens.plus(Fraction.of(ending.permits, 1));
      }
    }
    if (free.size() > MOST_FREE_TURNS) {
      free.remove(0);
    }
    freeTurns.put(claim.key(), free);
    owing.add(claim.key());
    return tokens;
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
    return answer.verdict() == 0 ? new Answer(0, given) : answer;
  }

  public Answer refund(List<Claim> claims, long now) {
    long least = Long.MAX_VALUE;
    for (Claim claim : claims) {
      Found found = find(claim, now);
      Fraction most = Fraction.of(claim.spec().capacity(), 1);
      Fraction left = found.tokens.plus(Fraction.of(claim.permits(), 1));
      if (claim.turnMicros() > 0) {
        left = states.containsKey(claim.key()) ? giveBack(claim, found, now) : found.tokens;
      }
      left = left.min(most);
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
