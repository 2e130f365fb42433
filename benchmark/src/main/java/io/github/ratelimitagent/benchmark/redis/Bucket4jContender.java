package io.github.ratelimitagent.benchmark.redis;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.RemoteBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.DelayParameters;
import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.redis.jedis.Bucket4jJedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/** Bucket4j over the Jedis pool. */
final class Bucket4jContender implements Contender {
  /** What Bucket4j calls its optimizations. */
  enum Mode {
    DEFAULT("Bucket4j", null),
    BATCHING("Bucket4j batching", Optimizations::batching),
    DELAYING("Bucket4j delaying", () -> Optimizations.delaying(delay())),
    PREDICTING("Bucket4j predicting", () -> Optimizations.predicting(delay()));

    private final String title;
    private final @Nullable Supplier<Optimization> optimization;

    Mode(String title, @Nullable Supplier<Optimization> optimization) {
      this.title = title;
      this.optimization = optimization;
    }

    /** Up to 100 tokens, for up to 100 ms, of which the server has not been told. */
    private static DelayParameters delay() {
      return new DelayParameters(100, Duration.ofMillis(100));
    }
  }

  private final Mode mode;

  Bucket4jContender(Mode mode) {
    this.mode = mode;
  }

  @Override
  public String name() {
    return mode.title;
  }

  @Override
  public boolean isExact() {
    return mode == Mode.DEFAULT || mode == Mode.BATCHING;
  }

  @Override
  public Session open(String uri, String prefix, Scenario scenario) {
    RedisClient client = JedisClients.open(uri);
    ProxyManager<byte[]> manager =
        Bucket4jJedis.casBasedBuilder(client)
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(
                    Duration.ofSeconds(1)))
            .build();
    RemoteBucketBuilder<byte[]> builder = manager.builder();
    Supplier<Optimization> optimization = mode.optimization;
    if (optimization != null) {
      builder = builder.withOptimization(optimization.get());
    }
    BucketConfiguration configuration =
        BucketConfiguration.builder().addLimit(bandwidth(scenario.full())).build();
    RemoteBucketBuilder<byte[]> proxies = builder;
    List<BucketProxy> buckets =
        Contender.keys(prefix, scenario.buckets()).stream()
            .map(key -> proxies.build(key.getBytes(StandardCharsets.UTF_8), () -> configuration))
            .toList();
    return new Session() {
      @Override
      public boolean acquire(int bucket) {
        return buckets.get(bucket).tryConsume(1);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  private static Bandwidth bandwidth(boolean full) {
    long tokens = full ? Scenario.PLENTY : 1;
    Duration period = full ? Duration.ofSeconds(1) : Duration.ofDays(1);
    return Bandwidth.builder().capacity(tokens).refillGreedy(tokens, period).build();
  }
}
