package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * One bucket: its units at the time of its last change. The arithmetic is that of the Redis script;
 * {@link BucketSpec} keeps every sum far below the range of a long. Not safe for several threads.
 */
final class InProcessBucket {
  private final String key;
  private BucketSpec spec;
  private long units;
  private long changedMicros;
  private @Nullable FreeTurns free;

  /** A full bucket. */
  InProcessBucket(String key, BucketSpec spec, long now) {
    this.key = key;
    this.spec = spec;
    this.units = spec.capacity() * spec.periodMicros();
    this.changedMicros = now;
  }

  String key() {
    return key;
  }

  long waitMicros(Claim claim, long now) {
    BucketSpec figures = claim.spec();
    long missing = claim.permits() * figures.periodMicros() - unitsAt(figures, now);
    if (missing <= 0) {
      return 0;
    }
    long turn = freeTurn(claim, now);
    return turn < 0 ? ceil(missing, figures.refillTokens()) : turn - now;
  }

  /** The turn that was given back and that the claim can have; -1 if there is none. */
  private long freeTurn(Claim claim, long now) {
    if (free == null || units >= 0 || claim.maxWaitMicros() == 0) {
      return -1;
    }
    free.forgetBefore(now);
    long turn = free.find(claim.permits(), lastTurn(claim.spec(), unitsAt(claim.spec(), now), now));
    return turn - now <= claim.spec().boundedWaitMicros(claim.maxWaitMicros()) ? turn : -1;
  }

  /**
   * Takes the claim's permits.
   *
   * @param wait what {@link #waitMicros} has answered
   * @return the whole tokens left, 0 when some are owed
   */
  long take(Claim claim, long wait, long now) {
    BucketSpec figures = claim.spec();
    long needed = claim.permits() * figures.periodMicros();
    long left = unitsAt(figures, now);
    // a free turn may be this very moment
    if (left < needed && free != null && freeTurn(claim, now) == now + wait) {
      free.take(now + wait, claim.permits());
    } else {
      left -= needed;
    }
    change(figures, left, now);
    return Math.max(0, Math.floorDiv(units, figures.periodMicros()));
  }

  void refund(Claim claim, long now) {
    BucketSpec figures = claim.spec();
    long most = figures.capacity() * figures.periodMicros();
    long given = Math.min(claim.permits(), figures.capacity()) * figures.periodMicros();
    long left =
        claim.turnMicros() == 0 ? unitsAt(figures, now) + given : giveTurnBack(claim, given, now);
    change(figures, Math.min(most, left), now);
  }

  /**
   * A turn stands for the refill that comes before it, from the turn before: so no other turn gets
   * earlier by this. The debt shrinks by the turns that are the last of the line; another is free
   * for a later caller; one that has come is worth what the refill has not brought anew since.
   *
   * @return the units that the bucket then has
   */
  private long giveTurnBack(Claim claim, long given, long now) {
    BucketSpec figures = claim.spec();
    long left = unitsAt(figures, now);
    long late = now - claim.turnMicros();
    if (late >= 0) {
      boolean isOver = left < 0 || late >= ceil(given, figures.refillTokens());
      return isOver ? left : left + given - late * figures.refillTokens();
    }
    // a bucket that owes nothing has no line, and so no turns that are free
    if (free == null || units >= 0) {
      free = new FreeTurns();
    }
    free.forgetBefore(now);
    free.add(claim.turnMicros(), given / figures.periodMicros());
    for (long turn = free.last(); turn >= lastTurn(figures, left, now); turn = free.last()) {
      boolean isLast = turn == lastTurn(figures, left, now);
      // a turn behind the last is of a line that is lost or was changed
      left += (isLast ? figures.periodMicros() : 0) * free.removeLast();
    }
    free.trim();
    if (free.isEmpty()) {
      free = null;
    }
    return left;
  }

  /** When the last of the line has its turn; now when nobody waits. */
  private static long lastTurn(BucketSpec figures, long held, long now) {
    return now + ceil(-held, figures.refillTokens());
  }

  boolean isFull(long now) {
    return microsToFull(now) == 0;
  }

  long microsToFull(long now) {
    long missing = spec.capacity() * spec.periodMicros() - unitsAt(spec, now);
    return ceil(missing, spec.refillTokens());
  }

  private void change(BucketSpec figures, long left, long now) {
    spec = figures;
    units = left;
    changedMicros = Math.max(changedMicros, now);
  }

  private long unitsAt(BucketSpec figures, long now) {
    long most = figures.capacity() * figures.periodMicros();
    long held = Math.min(most, heldUnits(figures));
    long elapsed = Math.max(0, now - changedMicros);
    // compared before it is multiplied: a bucket may be idle for years
    return elapsed >= ceil(most - held, figures.refillTokens())
        ? most
        : held + elapsed * figures.refillTokens();
  }

  /** The units of the last change, in the units of other figures after an edit of the limit. */
  private long heldUnits(BucketSpec figures) {
    if (figures.periodMicros() == spec.periodMicros()) {
      return units;
    }
    BigInteger[] converted =
        BigInteger.valueOf(units)
            .multiply(BigInteger.valueOf(figures.periodMicros()))
            .divideAndRemainder(BigInteger.valueOf(spec.periodMicros()));
    BigInteger down =
        converted[1].signum() < 0 ? converted[0].subtract(BigInteger.ONE) : converted[0];
    BigInteger bound = BigInteger.valueOf(BucketSpec.MAX_UNITS);
    return down.min(bound).max(bound.negate()).longValueExact();
  }

  private static long ceil(long units, long perMicro) {
    return units <= 0 ? 0 : (units - 1) / perMicro + 1;
  }
}
