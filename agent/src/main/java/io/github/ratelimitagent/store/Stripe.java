package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.Claim;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The buckets of {@link InProcessStore} that share a lock, the monitor of this object. Every method
 * but {@link #size} wants it held.
 */
final class Stripe {
  /** Up to so many buckets nobody looks for full ones: one hot bucket need not pay for it. */
  private static final int FEW = 16;

  private final Map<String, InProcessBucket> buckets = new HashMap<>();
  private final ArrayDeque<InProcessBucket> ring = new ArrayDeque<>();

  /** How long until the bucket holds the permits. */
  long waitMicros(Claim claim, long now) {
    InProcessBucket bucket = buckets.get(claim.key());
    return bucket == null ? 0 : bucket.waitMicros(claim, now);
  }

  /** As {@link InProcessBucket#take}. */
  long take(Claim claim, long wait, long now) {
    InProcessBucket bucket = buckets.get(claim.key());
    if (bucket == null) {
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

  synchronized int size() {
    return buckets.size();
  }
}
