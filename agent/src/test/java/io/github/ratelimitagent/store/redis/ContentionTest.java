package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.testing.TestRedis;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** One bucket and many connections, each with a thread of its own, as other processes would be. */
@Timeout(120)
final class ContentionTest {
  private static final int THREADS = 12;

  private final String prefix = TestRedis.freshPrefix();
  private final BucketScript script = BucketScript.load();

  @Test
  void acquire_manyConnections_grantedIsCapacityPlusRefillByTheServersTimes() throws Exception {
    BucketSpec spec = new BucketSpec(50, 400, 1_000_000);
    ScriptCall call = ScriptCall.acquire(prefix, one("a", spec, 1));

    List<List<long[]>> grants =
        onConnections(
            redis -> {
              List<long[]> mine = new ArrayList<>();
              for (int i = 0; i < 300; i++) {
                long before = micros(redis);
                if (run(redis, call).isAllowed()) {
                  mine.add(new long[] {before, micros(redis)});
                }
              }
              return mine;
            });

    List<long[]> all = new ArrayList<>();
    grants.forEach(all::addAll);
    // by each grant's latest end: all that ended by then were granted since the earliest start
    all.sort((a, b) -> Long.compare(a[1], b[1]));
    long start = all.stream().mapToLong(grant -> grant[0]).min().orElseThrow();
    for (int i = 0; i < all.size(); i++) {
      long elapsed = all.get(i)[1] - start;
      assertThat((i + 1) * 1_000_000L).isLessThanOrEqualTo(50 * 1_000_000L + 400 * elapsed);
    }
    assertThat(all.size()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void bucket4j501_mixedPermitsOnManyConnections_exactlyTheCapacity() throws Exception {
    BucketSpec spec = new BucketSpec(2_000, 1, 86_400_000_000L);

    List<Long> taken =
        onConnections(
            redis -> {
              long sum = 0;
              for (int i = 0; i < 200; i++) {
                long permits = 1 + i % 5;
                sum +=
                    run(redis, ScriptCall.acquire(prefix, one("a", spec, permits))).isAllowed()
                        ? permits
                        : 0;
              }
              return sum;
            });

    assertThat(taken.stream().mapToLong(Long::longValue).sum()).isEqualTo(2_000);
  }

  @Test
  void redisson6959_waitersOnManyConnections_haveTurnsOfTheirOwn() throws Exception {
    BucketSpec spec = new BucketSpec(1, 1, 3_600_000_000L);
    ScriptCall call = ScriptCall.acquire(prefix, List.of(within("a", spec, 1, Long.MAX_VALUE)));

    List<List<Long>> waits =
        onConnections(
            redis -> {
              List<Long> mine = new ArrayList<>();
              for (int i = 0; i < 8; i++) {
                mine.add(run(redis, call).waitMicros());
              }
              return mine;
            });

    List<Long> all = new ArrayList<>();
    waits.forEach(all::addAll);
    Collections.sort(all);
    // the first has the token, each other a turn an hour after another's, but for a minute of test
    for (int turn = 0; turn < all.size(); turn++) {
      assertThat(all.get(turn))
          .isBetween(turn * 3_600_000_000L - 60_000_000, turn * 3_600_000_000L);
    }
    waits.forEach(mine -> assertThat(mine).isSorted());
  }

  private Decision run(Jedis redis, ScriptCall call) {
    return ScriptReply.of(redis.evalsha(script.sha1(), call.keys(), call.args()))
        .decision(0, 1, false);
  }

  private static long micros(Jedis redis) {
    List<String> time = redis.time();
    return Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
  }

  /** What each thread does on its connection. */
  private interface Work<T> {
    T on(Jedis redis) throws Exception;
  }

  private <T> List<T> onConnections(Work<T> work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try (Jedis loader = new Jedis(URI.create(TestRedis.uri()))) {
      loader.scriptLoad(script.text());
      List<Callable<T>> tasks =
          Collections.nCopies(
              THREADS,
              () -> {
                try (Jedis redis = new Jedis(URI.create(TestRedis.uri()))) {
                  return work.on(redis);
                }
              });
      List<T> results = new ArrayList<>();
      for (Future<T> result : executor.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
        results.add(result.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }
}
