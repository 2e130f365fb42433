package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Buckets in slots of a cluster. */
class ClusterTest extends ClusterFixture {
  private static final long LARGE = 1_000_000;

  @Test
  void acquire_keysOfOneSlot_isOneCallOfTheScript() {
    try (RedisStore store = start()) {
      List<Claim> claims = claims(first, "a", first, "b");
      assertThat(tryAcquire(store, claims)).hasToString("allowed(wait 0 us, 9 left)");
      long before = scripts();

      for (int i = 0; i < 5; i++) {
        assertThat(isAllowed(store, claims)).isTrue();
      }
      for (int i = 0; i < 4; i++) {
        assertThat(isAllowed(store, claims(second, "a"))).isTrue();
      }

      assertThat(scripts() - before).isEqualTo(5 + 4);
      assertThat(tokens(first, "a")).isEqualTo(4);
    }
  }

  @Test
  void springCloudGateway248_pyrateLimiter126_rueidis974_keysOfSeveralSlots_areTakenAllOrNone() {
    try (RedisStore store = start()) {
      List<Claim> both = claims(first, "a", third, "b");
      assertThat(tryAcquire(store, both)).hasToString("allowed(wait 0 us, 9 left)");
      for (int i = 0; i < 9; i++) {
        assertThat(isAllowed(store, claims(third, "b"))).isTrue();
      }

      Object answer = tryAcquire(store, both);

      assertThat(answer).isInstanceOf(Decision.class);
      assertThat(((Decision) answer).outcome()).isEqualTo(Decision.Outcome.DENIED);
      assertThat(((Decision) answer).denyingClaim()).isEqualTo(1);
      assertThat(((Decision) answer).retryAfterMicros()).isPositive();
      await().untilAsserted(() -> assertThat(tokens(first, "a")).isEqualTo(9));
    }
  }

  @Test
  void keysOfSeveralSlots_denyingSlotFirst_nothingIsTakenOfTheOthers() {
    try (RedisStore store = start()) {
      for (int i = 0; i < 10; i++) {
        assertThat(isAllowed(store, claims(first, "b"))).isTrue();
      }
      assertThat(((Decision) tryAcquire(store, claims(third, "a", first, "b"))).denyingClaim())
          .isEqualTo(1);
      assertThat(tokens(third, "a")).isEqualTo(-1);
    }
  }

  @Test
  void refund_keysOfSeveralSlots_givesAllBack() throws StoreException {
    try (RedisStore store = start()) {
      List<Claim> all = claims(first, "a", second, "b", third, "c");
      assertThat(isAllowed(store, all)).isTrue();
      assertThat(isAllowed(store, all)).isTrue();

      store.refund(all);

      assertThat(tokens(first, "a")).isEqualTo(9);
      assertThat(tokens(second, "b")).isEqualTo(9);
      assertThat(tokens(third, "c")).isEqualTo(9);
    }
  }

  @Test
  void refundEach_bucketsOfAllNodes_givesAllBack() throws StoreException {
    try (RedisStore store = start()) {
      List<Claim> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.addAll(claims(first, "a" + i, second, "b" + i, third, "c" + i));
      }
      for (Claim claim : all) {
        assertThat(isAllowed(store, List.of(claim))).isTrue();
        assertThat(isAllowed(store, List.of(claim))).isTrue();
      }

      store.refundEach(all);

      for (int i = 0; i < 20; i++) {
        assertThat(tokens(first, "a" + i)).isEqualTo(9);
        assertThat(tokens(second, "b" + i)).isEqualTo(9);
        assertThat(tokens(third, "c" + i)).isEqualTo(9);
      }
    }
  }

  @Test
  void deniedInParts_byManyThreads_everythingComesBack() throws Exception {
    try (RedisStore store = start()) {
      List<Claim> denying = claims(third, "empty");
      for (int i = 0; i < 10; i++) {
        assertThat(isAllowed(store, denying)).isTrue();
      }
      BucketSpec spec = new BucketSpec(LARGE, 1, SECONDS.toMicros(600));
      Limit limit = Limit.builder("large", spec).build();
      List<Claim> both = new ArrayList<>(denying);
      both.add(new Claim(limit, key(first, "large"), spec, 1, 0));

      Threads.run(
          32,
          () -> {
            for (int call = 0; call < 700; call++) {
              assertThat(tryAcquire(store, both)).isInstanceOf(Decision.class);
            }
          });

      await()
          .untilAsserted(
              () -> assertThat(tokens(first, "large")).isGreaterThanOrEqualTo(LARGE - 1));
    }
  }

  @Test
  void flushedScripts_onEveryNode_areSentAgain() {
    try (RedisStore store = start()) {
      assertThat(isAllowed(store, claims(first, "a", third, "b"))).isTrue();
      for (RedisProcess node : cluster.nodes()) {
        try (Jedis client = node.connect()) {
          client.scriptFlush();
        }
      }
      assertThat(tryAcquire(store, claims(first, "a", third, "b")).toString()).contains("8 left");
    }
  }

  @Test
  void wrongPassword_isToldWithoutIt() {
    try (RedisStore store =
        Stores.start(
            Stores.patient(uri()).login(null, "other-secret").deadline(Duration.ofSeconds(2)))) {
      assertThat(tryAcquire(store, claims(first, "a")).toString())
          .contains("does not accept the user or password", "WRONGPASS")
          .doesNotContain("other-secret");
    }
  }

  @Test
  void addressOfOneNode_ofWhichAllAreFound_isEnough() {
    String one = cluster.nodes().get(2).address();
    try (RedisStore store = Stores.start(login(Stores.patient("redis+cluster://" + one)))) {
      assertThat(isAllowed(store, claims(first, "a", second, "b", third, "c"))).isTrue();
    }
  }

  private static long scripts() {
    return sum("evalsha") + sum("eval");
  }

  private static long sum(String command) {
    long calls = 0;
    for (RedisProcess node : cluster.nodes()) {
      try (Jedis client = node.connect()) {
        calls += Stores.calls(client, command);
      }
    }
    return calls;
  }
}
