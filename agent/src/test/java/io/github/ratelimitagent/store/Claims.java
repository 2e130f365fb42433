package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.Refill;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Claims in few words, for tests. */
public final class Claims {
  private Claims() {}

  public static BucketSpec spec(long capacity, String refill) {
    return BucketSpec.fit(capacity, Refill.parse(refill), 0, 1);
  }

  /** Now or not at all. */
  public static Claim now(String key, BucketSpec spec, long permits) {
    return within(key, spec, permits, 0);
  }

  /** A turn at most {@code maxWaitMicros} ahead. */
  public static Claim within(String key, BucketSpec spec, long permits, long maxWaitMicros) {
    return new Claim(Limit.builder("a-limit", spec).build(), key, spec, permits, maxWaitMicros);
  }

  public static List<Claim> one(String key, BucketSpec spec, long permits) {
    return List.of(now(key, spec, permits));
  }

  /** The turns of the claims, by the figures that their buckets have now. */
  public static List<Claim> byFigures(Map<String, BucketSpec> specs, List<Claim> claims) {
    List<Claim> today = new ArrayList<>();
    for (Claim claim : claims) {
      BucketSpec spec = specs.get(claim.key());
      long permits = Math.min(claim.permits(), spec.capacity());
      today.add(now(claim.key(), spec, permits).reservedFor(claim.turnMicros()));
    }
    return today;
  }
}
