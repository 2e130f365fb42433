package io.github.ratelimitagent.benchmark.redis;

import java.time.Duration;
import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's RRateLimiter with its own client and the connections that it opens by itself. */
final class RedissonContender implements Contender {
  @Override
  public String name() {
    return "Redisson";
  }

  @Override
  public boolean isExact() {
    return false; // a log of the last interval, not a bucket
  }

  @Override
  public Session open(String uri, String prefix, Scenario scenario) {
    Config config = new Config();
    config.useSingleServer().setAddress(uri);
    RedissonClient client = Redisson.create(config);
    long tokens = scenario.full() ? Scenario.PLENTY : 1;
    Duration interval = scenario.full() ? Duration.ofSeconds(1) : Duration.ofDays(1);
    List<RRateLimiter> limiters =
        Contender.keys(prefix, scenario.buckets()).stream().map(client::getRateLimiter).toList();
    for (RRateLimiter limiter : limiters) {
      limiter.trySetRate(RateType.OVERALL, tokens, interval);
    }
    return new Session() {
      @Override
      public boolean acquire(int bucket) {
        return limiters.get(bucket).tryAcquire(1);
      }

      @Override
      public void close() {
        client.shutdown(0, 2, java.util.concurrent.TimeUnit.SECONDS);
      }
    };
  }
}
