package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.TestRedis;
import java.io.IOException;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Leases, over several processes. */
@Timeout(180)
class LeaseTest {
  private static final int PROCESSES = 3;
  private static final int THREADS = 4;
  private static final int CALLS = 20_000;
  private static final int CAPACITY = 30_000;
  private static final Pattern EVALSHA = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");

  @Test
  void lease_threeProcessesEmptyABucket_everyTokenIsGivenOnceOrBackAndFewRoundTripsAreMade()
      throws Exception {
    String prefix = TestRedis.freshPrefix();
    String config =
        """
        ratelimit {
          redis { uri = "%s", key-prefix = "%s", deadline = 5 s, on-redis-failure = deny }
          limits.leased {
            method = "io.github.ratelimitagent.testapp.cases.Takers.take()"
            key = "all"
            capacity = %d
            refill = 1/h
            lease = 100
          }
        }
        """
            .formatted(TestRedis.uri(), prefix, CAPACITY);
    try (Jedis redis = new Jedis(URI.create(TestRedis.uri()))) {
      long before = scriptCalls(redis);
      long granted = grantedBy(config);
      long scripts = scriptCalls(redis) - before;
      // whole tokens: less than one has come back within the test
      long left = (long) Double.parseDouble(redis.hget(prefix + "all", "tokens"));

      assertThat(granted + left).isEqualTo(CAPACITY);
      assertThat(granted).isGreaterThan(CAPACITY * 9 / 10);
      assertThat(scripts).isLessThan(granted / 10);
    }
  }

  private static long grantedBy(String config) throws IOException, InterruptedException {
    return ProcessGroup.run(
            PROCESSES, config, "io.github.ratelimitagent.testapp.cases.Takers", THREADS, CALLS)
        .stream()
        .mapToLong(lines -> Long.parseLong(lines.get(0)))
        .sum();
  }

  private static long scriptCalls(Jedis redis) {
    Matcher calls = EVALSHA.matcher(redis.info("commandstats"));
    return calls.find() ? Long.parseLong(calls.group(1)) : 0;
  }
}
