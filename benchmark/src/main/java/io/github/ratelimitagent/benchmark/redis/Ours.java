package io.github.ratelimitagent.benchmark.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.store.FailurePolicyStore;
import io.github.ratelimitagent.store.InProcessStore;
import io.github.ratelimitagent.store.redis.RedisOptions;
import io.github.ratelimitagent.store.redis.RedisStore;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** The stores of the agent, composed as the agent composes them. */
final class Ours implements Contender {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  private final String name;
  private final long lease;
  private final UnaryOperator<BucketStore> layers;

  /**
   * The agent's stores.
   *
   * @param lease how many tokens the process takes at once; 0 for no lease
   * @param layers what stands between the store in Redis and the failure policy
   */
  Ours(String name, long lease, UnaryOperator<BucketStore> layers) {
    this.name = name;
    this.lease = lease;
    this.layers = layers;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public Session open(String uri, String prefix, Scenario scenario) {
    Log log = new FirstWarnings();
    RedisOptions options = RedisOptions.builder(uri).keyPrefix("").build();
    RedisStore redis = RedisStore.start(options, new AgentThreads(), log);
    if (!redis.awaitFirstConnection(Duration.ofSeconds(5))) {
      redis.close();
      throw new IllegalStateException(String.valueOf(redis.lastConnectionFailure()));
    }
    BucketStore store =
        new FailurePolicyStore(layers.apply(redis), new InProcessStore(), log, System::nanoTime);
    BucketSpec spec =
        scenario.full()
            ? new BucketSpec(Scenario.PLENTY, Scenario.PLENTY, MICROS_PER_SECOND)
            : new BucketSpec(1, 1, MICROS_PER_DAY);
    Limit limit = Limit.builder("benchmark", spec).lease(lease).build();
    List<String> keys = Contender.keys(prefix, scenario.buckets());
    return new Session() {
      @Override
      public boolean acquire(int bucket) throws Exception {
        Claim claim = new Claim(limit, keys.get(bucket), spec, 1, 0);
        Decision decision = store.acquire(Collections.singletonList(claim));
        switch (decision.outcome()) {
          case ALLOWED:
            return true;
          case DENIED:
            return false;
          default:
            throw new IllegalStateException(decision.toString());
        }
      }

      @Override
      public void close() {
        store.close();
      }
    };
  }

  /** Says the first few things only: under load the rest is more of the same. */
  private static final class FirstWarnings implements Log {
    private static final int MOST = 3;
    private int said;

    @Override
    public void info(String message) {}

    @Override
    public synchronized void warn(String message) {
      if (said++ < MOST) {
        System.err.println("[ratelimit-agent] " + message);
      }
    }
  }
}
