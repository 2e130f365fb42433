package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.Claim;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The buckets of {@link InProcessStore} that share a lock, the monitor of this object. Every method
 * but {@link #size} and {@link #forgotten} wants it held.
 */
final class Stripe {
  /** Up to so many buckets nobody looks for full ones: one hot bucket need not pay for it. */
  private static final int FEW = 16;

  /** Of so many buckets, the one that is full first is forgotten when there are too many. */
  private static final int LOOKS = 8;

  private final Map<String, InProcessBucket> buckets = new HashMap<>();
  private final ArrayDeque<InProcessBucket> ring = new ArrayDeque<>();
  private final int most;
  private long forgotten;

  /**
   * No buckets.
   *
   * @param most how many are kept, above 0
   */
  Stripe(int most) {
    this.most = most;
  }

  /** How long until the bucket holds the permits. */
  long waitMicros(Claim claim, long now) {
    InProcessBucket bucket = buckets.get(claim.key());
    return bucket == null ? 0 : bucket.waitMicros(claim, now);
  }

  /** As {@link InProcessBucket#take}. */
  long take(Claim claim, long wait, long now) {
    InProcessBucket bucket = buckets.get(claim.key());
    if (bucket == null) {
      if (buckets.size() >= most) {
        forgetOne(now);
      }
      bucket = new InProcessBucket(claim.key(), claim.spec(), now);
      buckets.put(claim.key(), bucket);
      ring.addLast(bucket);
    }
    long left = bucket.take(claim, wait, now);
    forgetFull(now);
    return left;
  }

  void refund(Claim claim, long now) {
    InProcessBucket bucket = buckets.get(claim.key());
    if (bucket != null) {
      bucket.refund(claim, now);
    }
  }

  /** Looks at two for each take, so that full ones are found faster than new ones can come. */
  private void forgetFull(long now) {
    for (int looks = 0; looks < 2 && ring.size() > FEW; looks++) {
      InProcessBucket oldest = ring.removeFirst();
      if (oldest.isFull(now)) {
        buckets.remove(oldest.key());
      } else {
        ring.addLast(oldest);
      }
    }
  }

  /** What is forgotten will be full again, so that which comes nearest to that. */
  private void forgetOne(long now) {
    InProcessBucket nearest = ring.removeFirst();
    for (int looks = 1; looks < LOOKS && !ring.isEmpty(); looks++) {
      InProcessBucket other = ring.removeFirst();
      boolean isNearer = other.microsToFull(now) < nearest.microsToFull(now);
      ring.addLast(isNearer ? nearest : other);
      nearest = isNearer ? other : nearest;
    }
    buckets.remove(nearest.key());
    forgotten += nearest.isFull(now) ? 0 : 1;
  }

  /** How many buckets were forgotten that were not full. */
  synchronized long forgotten() {
    return forgotten;
  }

  synchronized int size() {
    return buckets.size();
  }
}
