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
import io.github.ratelimitagent.testing.ClusterSetup;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.SlotKeys;
import io.github.ratelimitagent.testing.SlotMove;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Buckets in slots of a cluster, and slots that move. */
class ClusterTest {
  private static final long LARGE = 1_000_000;

  private static ClusterSetup cluster;
  private static int tests;

  /** A slot of each master. */
  private final int first = slot(100);

  private final int second = slot(6_000);
  private final int third = slot(12_000);

  @BeforeAll
  static void startCluster() {
    cluster = ClusterSetup.builder().password("secret").start();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void countTests() {
    tests++;
  }

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
  void slotMoved_callsFollow() {
    try (RedisStore store = start()) {
      assertThat(isAllowed(store, claims(first, "a"))).isTrue();
      RedisProcess from = cluster.master(first);

      cluster.moveSlot(first, cluster.master(second));

      assertThat(tryAcquire(store, claims(first, "a"))).hasToString("allowed(wait 0 us, 8 left)");
      long before = moved();
      await()
          .untilAsserted(
              () -> {
                assertThat(isAllowed(store, claims(first, "b"))).isTrue();
                assertThat(tokens(first, "b")).isLessThan(8);
              });
      assertThat(moved()).isEqualTo(before);
      cluster.moveSlot(first, from);
    }
  }

  @Test
  void slotHalfMoved_keysThatAreThereAndThoseThatAreNot_areAnswered() {
    try (RedisStore store = start()) {
      assertThat(isAllowed(store, claims(first, "left"))).isTrue();
      assertThat(isAllowed(store, claims(first, "moved"))).isTrue();
      RedisProcess from = cluster.master(first);

      SlotMove move = cluster.beginMove(first, cluster.master(second));
      move.migrate("ratelimit:" + key(first, "moved"));

      assertThat(tryAcquire(store, claims(first, "left")).toString()).contains("8 left");
      assertThat(tryAcquire(store, claims(first, "moved")).toString()).contains("8 left");
      assertThat(tryAcquire(store, claims(first, "new")).toString()).contains("9 left");
      move.finish();
      assertThat(tryAcquire(store, claims(first, "left")).toString()).contains("7 left");
      assertThat(tryAcquire(store, claims(first, "moved")).toString()).contains("7 left");
      assertThat(tryAcquire(store, claims(first, "new")).toString()).contains("8 left");
      cluster.moveSlot(first, from);
    }
  }

  @Test
  void slotHalfMoved_keysOnBothSides_waitsWithinTheDeadline() throws Exception {
    List<Claim> both = claims(first, "left", first, "moved");
    RedisProcess from = cluster.master(first);
    try (RedisStore patient = start();
        RedisStore quick = Stores.start(login(Stores.quick(uri())))) {
      assertThat(isAllowed(patient, both)).isTrue();
      SlotMove move = cluster.beginMove(first, cluster.master(second));
      move.migrate("ratelimit:" + key(first, "moved"));

      await()
          .untilAsserted(
              () ->
                  assertThat(tryAcquire(quick, both))
                      .isInstanceOf(StoreException.class)
                      .asString()
                      .containsPattern("TRYAGAIN|ASK"));

      Thread mover = new Thread(move::finish);
      mover.start();
      assertThat(tryAcquire(patient, both).toString()).contains("8 left");
      mover.join();
      cluster.moveSlot(first, from);
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

  private static RedisStore start() {
    return Stores.start(login(Stores.patient(uri())));
  }

  private static RedisOptions.Builder login(RedisOptions.Builder options) {
    return options.login(null, "secret");
  }

  private static String uri() {
    return ClusterClaims.uri(cluster);
  }

  /** A bucket of 10 tokens for each pair of slot and name. */
  private static List<Claim> claims(Object... slotsAndNames) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < slotsAndNames.length; i += 2) {
      String key = key((Integer) slotsAndNames[i], (String) slotsAndNames[i + 1]);
      claims.addAll(Stores.claim(key, 10));
    }
    return claims;
  }

  private static String key(int slot, String name) {
    return SlotKeys.in(slot, tests + name);
  }

  /** One that the test has for itself, so that its master may change. */
  private static int slot(int base) {
    return base + tests;
  }

  private static long tokens(int slot, String name) {
    try (Jedis client = cluster.master(slot).connect()) {
      return Stores.tokens(client, key(slot, name));
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

  /** How often the nodes have sent a call elsewhere. */
  private static long moved() {
    long calls = 0;
    for (RedisProcess node : cluster.nodes()) {
      try (Jedis client = node.connect()) {
        calls +=
            client
                .info("errorstats")
                .lines()
                .filter(line -> line.startsWith("errorstat_MOVED:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*count=(\\d+).*", "$1")))
                .sum();
      }
    }
    return calls;
  }
}
