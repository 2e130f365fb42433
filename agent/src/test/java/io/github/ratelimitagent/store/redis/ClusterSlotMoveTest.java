package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.SlotMove;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Buckets in slots that move. */
class ClusterSlotMoveTest extends ClusterFixture {
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
  void slotMovedOrHalfMoved_refundsOfManyBuckets_followIt() throws Exception {
    List<Claim> all = claims(first, "left", first, "moved", third, "elsewhere");
    RedisProcess from = cluster.master(first);
    try (RedisStore store = start()) {
      for (int i = 0; i < 3; i++) {
        for (Claim claim : all) {
          assertThat(isAllowed(store, List.of(claim))).isTrue();
        }
      }
      SlotMove move = cluster.beginMove(first, cluster.master(second));
      move.migrate("ratelimit:" + key(first, "moved"));
      store.refundEach(all);
      move.finish();
      store.refundEach(all);

      for (Claim claim : all) {
        assertThat(tryAcquire(store, List.of(claim)).toString()).contains("8 left");
      }
      cluster.moveSlot(first, from);
    }
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
