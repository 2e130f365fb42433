package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.testing.FaultProxy;
import io.github.ratelimitagent.testing.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Acquires of different buckets that wait at the same moment and ask the same. */
final class JoinedCallsTest {
  private static final int BUCKETS = 20;
  private static final int SLOTS = 16_384;
  private static final Set<Thread.State> WAITING =
      EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private static List<List<Claim>> claims(long capacity) {
    return IntStream.range(0, BUCKETS).mapToObj(i -> claim("user:" + i, capacity)).toList();
  }

  private static RedisStore start(String uri) {
    return Stores.start(Stores.patient(uri).connections(1));
  }

  /** What each was answered: all of them wait while the server holds the first one's answer. */
  private static List<Object> together(RedisStore store, Jedis admin, List<List<Claim>> acquires)
      throws InterruptedException {
    admin.clientPause(10_000, redis.clients.jedis.args.ClientPauseMode.WRITE);
    ConcurrentHashMap<Integer, Object> answers = new ConcurrentHashMap<>();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < acquires.size(); i++) {
      int number = i;
      Thread caller =
          new Thread(() -> answers.put(number, tryAcquire(store, acquires.get(number))));
      caller.start();
      callers.add(caller);
      if (i == 0) {
        await()
            .until(() -> admin.clientList().matches("(?s).*name=ratelimit-agent.* cmd=evalsha .*"));
      } else {
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> WAITING.contains(caller.getState()));
      }
    }
    admin.clientUnpause();
    for (Thread caller : callers) {
      caller.join();
    }
    return IntStream.range(0, acquires.size()).mapToObj(answers::get).toList();
  }

  @Test
  void differentBuckets_travelInOneScriptCall() throws InterruptedException {
    try (RedisProcess server = RedisProcess.start();
        Jedis admin = Stores.client(server.port());
        RedisStore store = start(server.uri())) {
      assertThat(tryAcquire(store, claim("first", 10))).hasToString("allowed(wait 0 us, 9 left)");
      admin.configResetStat();

      List<Object> answers = together(store, admin, claims(2));

      assertThat(answers)
          .allSatisfy(answer -> assertThat(answer).hasToString("allowed(wait 0 us, 1 left)"));
      assertThat(Stores.calls(admin, "evalsha")).isEqualTo(2);
      assertThat(Stores.calls(admin, "time")).isEqualTo(2);
      assertThat(Stores.calls(admin, "hset")).isEqualTo(BUCKETS);
    }
  }

  @Test
  void scriptForgotten_allAreSentOnceMore() throws InterruptedException {
    try (RedisProcess server = RedisProcess.start();
        Jedis admin = Stores.client(server.port());
        RedisStore store = start(server.uri())) {
      assertThat(tryAcquire(store, claim("first", 10))).hasToString("allowed(wait 0 us, 9 left)");
      admin.scriptFlush();

      List<Object> answers = together(store, admin, claims(2));

      assertThat(answers)
          .allSatisfy(answer -> assertThat(answer).hasToString("allowed(wait 0 us, 1 left)"));
    }
  }

  @Test
  void wrongTypeAtOneKey_failsThatCallerOnly() throws InterruptedException {
    try (RedisProcess server = RedisProcess.start();
        Jedis admin = Stores.client(server.port());
        RedisStore store = start(server.uri())) {
      assertThat(tryAcquire(store, claim("first", 10))).hasToString("allowed(wait 0 us, 9 left)");
      admin.set("ratelimit:user:7", "a value of another type");

      List<Object> answers = new ArrayList<>(together(store, admin, claims(2)));

      assertThat(answers.remove(7)).asString().contains("WRONGTYPE");
      assertThat(answers)
          .allSatisfy(answer -> assertThat(answer).hasToString("allowed(wait 0 us, 1 left)"));
    }
  }

  @Test
  void serverThatTakesNoKeysOfSeveralSlots_getsThemApartFromThenOn() throws InterruptedException {
    try (RedisProcess server = RedisProcess.start("--cluster-enabled", "yes");
        Jedis admin = Stores.client(server.port());
        FaultProxy proxy = FaultProxy.to(server.port())) {
      admin.clusterAddSlots(IntStream.range(0, SLOTS).toArray());
      await().until(() -> admin.clusterInfo().contains("cluster_state:ok"));
      proxy.maskCluster();
      try (RedisStore store = start(proxy.uri())) {
        assertThat(tryAcquire(store, claim("first", 10))).hasToString("allowed(wait 0 us, 9 left)");

        assertThat(together(store, admin, claims(3)))
            .allSatisfy(answer -> assertThat(answer).hasToString("allowed(wait 0 us, 2 left)"));
        assertThat(admin.info("errorstats")).contains("errorstat_CROSSSLOT:count=1\r");
        assertThat(together(store, admin, claims(3)))
            .allSatisfy(answer -> assertThat(answer).hasToString("allowed(wait 0 us, 1 left)"));
        assertThat(admin.info("errorstats")).contains("errorstat_CROSSSLOT:count=1\r");
      }
    }
  }
}
