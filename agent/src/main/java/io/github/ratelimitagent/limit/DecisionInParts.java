package io.github.ratelimitagent.limit;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds the allowing answers to parts of an acquire up to the answer to all of it. For one thread.
 */
public final class DecisionInParts {
  private final List<Claim> claims;
  private final List<Claim> taken;
  private final long[] turns;
  private long waitMicros;
  private long remaining = Long.MAX_VALUE;

  /** No answers yet to an acquire of these claims. */
  public DecisionInParts(List<Claim> claims) {
    this.claims = claims;
    this.taken = new ArrayList<>(claims.size());
    this.turns = new long[claims.size()];
  }

  /** Adds what has allowed some of the claims. */
  public void add(List<Claim> part, Decision decision) {
    taken.addAll(decision.takenFor(part));
    for (int i = 0; i < part.size(); i++) {
      turns[claims.indexOf(part.get(i))] = decision.turnMicros(i);
    }
    waitMicros = Math.max(waitMicros, decision.waitMicros());
    remaining = Math.min(remaining, decision.remaining());
  }

  /** What the parts so far have taken, as it is to be given back. */
  public List<Claim> taken() {
    return taken;
  }

  /** The answer, when all parts are there. */
  public Decision allowed() {
    return waitMicros == 0 ? Decision.allowed(remaining) : Decision.reserved(waitMicros, turns);
  }
}
