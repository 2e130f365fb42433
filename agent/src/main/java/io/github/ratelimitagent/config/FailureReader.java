package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.FailurePolicy;
import io.github.ratelimitagent.limit.Limit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what limits do when Redis fails, which needs fields of {@code redis}. */
final class FailureReader {
  private static final long MOST_PROCESSES = 1_000_000;

  private final @Nullable Section redis;
  private final @Nullable Long processes;
  private final @Nullable FailurePolicy common;

  /**
   * @param redis null when the store is in-process, which does not fail
   */
  FailureReader(@Nullable Section redis) {
    this.redis = redis;
    Setting count = redis == null ? null : redis.find(Key.EXPECTED_PROCESSES);
    this.processes =
        count == null
            ? Long.valueOf(0)
            : WholeNumbers.read(count, "processes that share the limits", 1, MOST_PROCESSES);
    this.common =
        redis == null ? null : policy(redis.get(Key.ON_REDIS_FAILURE), Key.ON_REDIS_FAILURE);
  }

  boolean hasRedis() {
    return redis != null;
  }

  /** Sets the policy of a limit; what is wrong is a problem. */
  void read(Section limit, Limit.Builder builder, BucketSpec spec, long permits) {
    Setting own = limit.find(Key.LIMIT_ON_REDIS_FAILURE);
    FailurePolicy policy = own == null ? common : policy(own, Key.LIMIT_ON_REDIS_FAILURE);
    if (policy == null) {
      return;
    }
    if (policy != FailurePolicy.IN_PROCESS) {
      // without Redis too: it also decides about calls whose key cannot be read
      builder.onFailure(policy);
    } else if (redis != null && processes != null && processes > 0) {
      builder.inProcessOnFailure(spec.share(processes.intValue(), permits));
    }
  }

  private @Nullable FailurePolicy policy(Setting setting, Key key) {
    String word = setting.choice(key.choices());
    if (word == null) {
      return null;
    }
    FailurePolicy policy = FailurePolicy.valueOf(word.replace('-', '_').toUpperCase(Locale.ROOT));
    if (policy == FailurePolicy.IN_PROCESS
        && redis != null
        && processes != null
        && processes == 0) {
      setting.problem(
          "is in-process: wanted the number of processes that share the limits",
          "write ratelimit.redis.expected-processes = 4, or how many there are");
    }
    return policy;
  }
}
