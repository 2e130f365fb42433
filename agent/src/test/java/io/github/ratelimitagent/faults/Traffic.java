package io.github.ratelimitagent.faults;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.FailurePolicy;
import io.github.ratelimitagent.limit.Limit;
import java.util.List;
import java.util.Locale;

/** A kind of calls, and which answers it may get. */
enum Traffic {
  /** On one bucket that is soon empty and hardly refills, so that what it gave can be counted. */
  SMALL(FailurePolicy.ALLOW),
  /** On buckets that never get empty, as the others that follow. */
  ALLOW(FailurePolicy.ALLOW),
  DENY(FailurePolicy.DENY),
  IN_PROCESS(FailurePolicy.IN_PROCESS);

  /** Of the bucket of {@link #SMALL}. */
  static final int CAPACITY = 1_000;

  /** Of the bucket that this process has of {@link #IN_PROCESS}, which hardly refills. */
  static final int SHARE = 200;

  /** Buckets of each kind but {@link #SMALL}. */
  private static final int BUCKETS = 16;

  private final FailurePolicy policy;
  private final BucketSpec spec;

  Traffic(FailurePolicy policy) {
    this.policy = policy;
    // "this == SMALL" is not known yet
    this.spec =
        ordinal() == 0
            ? new BucketSpec(CAPACITY, 1, SECONDS.toMicros(86_400))
            : new BucketSpec(1_000_000, 1_000, SECONDS.toMicros(1));
  }

  /** A call of the kind by one of many threads. */
  List<Claim> claims(int thread) {
    Limit.Builder limit = Limit.builder(name().toLowerCase(Locale.ROOT), spec);
    if (policy == FailurePolicy.IN_PROCESS) {
      limit.inProcessOnFailure(new BucketSpec(SHARE, 1, SECONDS.toMicros(86_400)));
    } else {
      limit.onFailure(policy);
    }
    String key = this == SMALL || this == IN_PROCESS ? name() : name() + thread % BUCKETS;
    return List.of(new Claim(limit.build(), key, spec, 1, 0));
  }

  /** Whether the policy of the limit may lead to the answer. */
  boolean mayGet(Decision decision) {
    switch (decision.outcome()) {
      case ALLOWED:
        return !decision.isFallback() || policy == FailurePolicy.IN_PROCESS;
      case DENIED:
        return this == SMALL || (decision.isFallback() && policy == FailurePolicy.IN_PROCESS);
      case BYPASSED:
        return policy == FailurePolicy.ALLOW;
      case UNAVAILABLE:
        return policy == FailurePolicy.DENY;
      default:
        return false;
    }
  }
}
