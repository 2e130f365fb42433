package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.NanoClock;
import io.github.ratelimitagent.limit.StackProbe;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Buckets in the memory of this process: the same answers as from Redis, for this process alone.
 *
 * <p>Safe for many threads; never waits but for another thread's few microseconds. Memory follows
 * the number of buckets that are not full, and a bucket that is full again is forgotten by the
 * acquires that come after. There is a most of them, so that keys without end cannot take the
 * application's memory: beyond that, buckets are forgotten that are not full, those first that soon
 * would be, and {@link #forgotten} counts them.
 */
public final class InProcessStore implements BucketStore {
  private static final int STRIPES = Long.SIZE; // a set of them is the bits of a long

  /** Of the heap for each bucket that may be kept: ten times what one takes, with a short key. */
  private static final int HEAP_BYTES = 2_048;

  /** More stack than an operation needs: one that overflows midway would be done by halves. */
  private static final int FRAMES = 24;

  private final LongSupplier nanoTicker;
  private final long originNanos;
  private final Stripe[] stripes = new Stripe[STRIPES];

  /** A store on the system's monotonic clock, of as many buckets as the heap has room for. */
  public InProcessStore() {
    this(new NanoClock(), mostBuckets(Runtime.getRuntime().maxMemory()));
  }

  /**
   * An empty store.
   *
   * @param nanoTicker a clock that counts nanoseconds and never goes back
   * @param mostBuckets how many are kept, about
   */
  public InProcessStore(LongSupplier nanoTicker, int mostBuckets) {
    this.nanoTicker = nanoTicker;
    this.originNanos = nanoTicker.getAsLong();
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe(Math.max(1, mostBuckets / STRIPES));
    }
  }

  /** How many buckets a heap has room for: a tenth of it, or less. */
  static int mostBuckets(long heapBytes) {
    return (int) Math.min(Integer.MAX_VALUE / 2, heapBytes / HEAP_BYTES);
  }

  @Override
  public Decision acquire(List<Claim> claims) {
    int never = Claim.firstThatNeverFits(claims);
    if (never >= 0) {
      return Decision.never(never);
    }
    StackProbe.touch(FRAMES);
    return locked(stripesOf(claims), claims, InProcessStore::decide);
  }

  private Decision decide(List<Claim> claims, long now) {
    long turn = 0;
    long retryAfter = 0;
    int denying = 0;
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      long wait = stripe(claim.key()).waitMicros(claim, now);
      if (wait <= claim.spec().boundedWaitMicros(claim.maxWaitMicros())) {
        turn = Math.max(turn, wait);
      } else if (wait > retryAfter) {
        retryAfter = wait;
        denying = i;
      }
    }
    if (retryAfter > 0) {
      return Decision.denied(denying, retryAfter);
    }
    return turn == 0 ? takeNow(claims, now) : reserve(claims, turn, now);
  }

  private Decision takeNow(List<Claim> claims, long now) {
    long remaining = Long.MAX_VALUE;
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      remaining = Math.min(remaining, stripe(claim.key()).take(claim, 0, now));
    }
    return Decision.allowed(remaining);
  }

  private Decision reserve(List<Claim> claims, long latest, long now) {
    long[] turns = new long[claims.size()];
    for (int i = 0; i < turns.length; i++) {
      Claim claim = claims.get(i);
      long wait = stripe(claim.key()).waitMicros(claim, now);
      turns[i] = now + wait;
      stripe(claim.key()).take(claim, wait, now);
    }
    return Decision.reserved(latest, turns);
  }

  @Override
  public void refund(List<Claim> claims) {
    StackProbe.touch(FRAMES);
    locked(stripesOf(claims), claims, InProcessStore::refund);
  }

  private List<Claim> refund(List<Claim> claims, long now) {
    for (Claim claim : claims) {
      stripe(claim.key()).refund(claim, now);
    }
    return claims;
  }

  @Override
  public void close() {}

  /** How many buckets were forgotten that were not full. */
  public long forgotten() {
    long forgotten = 0;
    for (Stripe stripe : stripes) {
      forgotten += stripe.forgotten();
    }
    return forgotten;
  }

  /** How many buckets are remembered. */
  public int size() {
    int size = 0;
    for (Stripe stripe : stripes) {
      size += stripe.size();
    }
    return size;
  }

  private Stripe stripe(String key) {
    return stripes[index(key)];
  }

  private static int index(String key) {
    // the high bits of a short text's hash hardly differ: mix them all into the top six
    return (key.hashCode() * 0x9E3779B9) >>> 26;
  }

  private static long stripesOf(List<Claim> claims) {
    long touched = 0;
    for (int i = 0; i < claims.size(); i++) {
      touched |= 1L << index(claims.get(i).key());
    }
    return touched;
  }

  /**
   * Does something with the stripes locked, always in ascending order, so that two acquires never
   * wait for each other.
   *
   * <p>Monitors, which the JVM itself gives back: an unlocking call in a {@code finally} may
   * overflow the stack, and nobody would ever get that lock again. A virtual thread that waits for
   * a monitor may hold its carrier, but it waits for another's few microseconds only.
   */
  private <T> T locked(long touched, List<Claim> claims, Operation<T> operation) {
    if (touched == 0) {
      // the time is read with the locks held: no thread sees it go back within a bucket
      // from 1 on, because no turn is at 0
      long now = (nanoTicker.getAsLong() - originNanos) / 1_000 + 1;
      return operation.on(this, claims, now);
    }
    synchronized (stripes[Long.numberOfTrailingZeros(touched)]) {
      return locked(touched & (touched - 1), claims, operation);
    }
  }

  private interface Operation<T> {
    T on(InProcessStore store, List<Claim> claims, long now);
  }
}
