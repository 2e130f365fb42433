package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Permits that are still to be given back, those of one bucket together: however many calls give
 * back, it costs one refund at a time. Each reservation is given back alone, for its turn. Safe for
 * many threads.
 */
final class PendingRefunds {
  private static final int MOST = 10_000;

  private final Map<String, Claim> byKey = new LinkedHashMap<>();
  private final Deque<Claim> reservations = new ArrayDeque<>();

  /** Adds permits; whether one more {@link #next} is due: the bucket had none pending. */
  synchronized boolean add(Claim claim) {
    if (claim.turnMicros() > 0) {
      return reservations.size() < MOST && reservations.add(claim);
    }
    Claim pending = byKey.get(claim.key());
    if (pending == null && byKey.size() >= MOST) {
      return false;
    }
    byKey.put(claim.key(), pending == null ? claim : sum(pending, claim));
    return pending == null;
  }

  /** Takes out what one bucket is to get back, or null when there is nothing. */
  synchronized @Nullable Claim next() {
    Claim reservation = reservations.pollFirst();
    if (reservation != null) {
      return reservation;
    }
    Iterator<Claim> claims = byKey.values().iterator();
    if (!claims.hasNext()) {
      return null;
    }
    Claim claim = claims.next();
    claims.remove();
    return claim;
  }

  private static Claim sum(Claim pending, Claim more) {
    long permits = pending.permits() + more.permits();
    return new Claim(more.limit(), more.key(), more.spec(), permits, 0);
  }
}
