package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.ClusterSetup;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.SlotKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol.Command;

/** Masters of a cluster that die, come, go and hand their slots on. */
class ClusterChangesTest {
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  /** Three slots that lie with different masters in the beginning. */
  private static final int[] SLOTS = {100, 6_000, 12_000};

  @Test
  void masterKilled_callsGoToItsReplicaAndTheOthersGoOn() {
    RecordedLog log = new RecordedLog();
    try (ClusterSetup cluster = ClusterSetup.builder().replicas().start();
        RedisStore store = Stores.start(Stores.quick(ClusterClaims.uri(cluster)), log)) {
      List<Claim> ofThisMaster = claim(SlotKeys.in(SLOTS[0], "a"), 10_000);
      List<Claim> ofAnother = claim(SlotKeys.in(SLOTS[1], "a"), 10_000);
      awaitAllowed(store, ofThisMaster);
      awaitAllowed(store, ofAnother);
      RedisProcess old = cluster.master(SLOTS[0]);

      old.kill();
      assertThat(tryAcquire(store, ofThisMaster)).isInstanceOf(StoreException.class);
      awaitAllowed(store, ofAnother);
      cluster.awaitPromotion(old);

      awaitAllowed(store, ofThisMaster);
      awaitAllowed(store, ofAnother);
      assertThat(log.lines()).anyMatch(line -> line.contains(old.address() + " cannot be used"));

      // the promoted one hands the slots back to the restarted one
      old.restart();
      cluster.failover(cluster.partner(old));
      awaitAllowed(store, ofThisMaster);
    }
  }

  @Test
  void mastersDie_withoutReplicas_callsFailUntilTheyAreBack() {
    try (ClusterSetup cluster = ClusterSetup.start();
        RedisStore store = Stores.start(Stores.quick(ClusterClaims.uri(cluster)))) {
      List<Claim> ofAnother = claim(SlotKeys.in(SLOTS[1], "a"), 10_000);
      awaitAllowed(store, ofAnother);

      RedisProcess dead = cluster.master(SLOTS[0]);
      dead.kill();
      cluster.awaitDown();

      await().untilAsserted(() -> assertThat(message(store, ofAnother)).contains("CLUSTERDOWN"));
      dead.restart();
      cluster.awaitServing();
      awaitAllowed(store, ofAnother);
      awaitAllowed(store, claim(SlotKeys.in(SLOTS[0], "a"), 10_000));
    }
  }

  @Test
  void masterWithoutSlots_isLeftAloneAndFoundAgainWhenItHasSome() {
    // else the master becomes a replica
    try (ClusterSetup cluster =
            ClusterSetup.builder().options("--cluster-allow-replica-migration", "no").start();
        RedisStore store = Stores.start(Stores.quick(ClusterClaims.uri(cluster)))) {
      RedisProcess goes = cluster.master(SLOTS[2]);
      RedisProcess stays = cluster.master(SLOTS[0]);
      List<Claim> claims = claim(SlotKeys.in(SLOTS[2], "a"), 10_000);
      awaitAllowed(store, claim(SlotKeys.in(SLOTS[0], "a"), 10_000));

      giveSlots(cluster, stays);

      awaitAllowed(store, claims);
      // one may stay open to ask for the cluster's map
      await()
          .atMost(RECOVERY)
          .untilAsserted(() -> assertThat(connections(goes)).isLessThanOrEqualTo(1));

      cluster.moveSlot(SLOTS[2], goes);

      awaitAllowed(store, claims);
      try (Jedis client = goes.connect()) {
        await()
            .atMost(RECOVERY)
            .untilAsserted(
                () -> {
                  awaitAllowed(store, claims);
                  assertThat(Stores.calls(client, "evalsha")).isPositive();
                });
      }
    }
  }

  @Test
  void slotsMoveAllTheTime_callsOfManyThreads_noneFailsAndTheAccountIsExact() throws Exception {
    int capacity = 500;
    int buckets = 6;
    AtomicBoolean done = new AtomicBoolean();
    AtomicLongArray granted = new AtomicLongArray(buckets);
    try (ClusterSetup cluster = ClusterSetup.start();
        RedisStore store = Stores.start(Stores.patient(ClusterClaims.uri(cluster)))) {
      List<List<Claim>> claims = new ArrayList<>();
      for (int i = 0; i < buckets; i++) {
        claims.add(claim(SlotKeys.in(SLOTS[i % SLOTS.length], "bucket" + i), capacity));
      }
      Thread mover = new Thread(() -> moveUntil(done, cluster));
      mover.start();
      try {
        Threads.run(
            8,
            () -> {
              for (int call = 0; call < capacity; call++) {
                for (int bucket = 0; bucket < buckets; bucket++) {
                  Object answer = tryAcquire(store, claims.get(bucket));
                  assertThat(answer).isInstanceOf(Decision.class);
                  if (((Decision) answer).isAllowed()) {
                    granted.incrementAndGet(bucket);
                  }
                }
              }
            });
      } finally {
        done.set(true);
        mover.join();
      }
    }

    for (int bucket = 0; bucket < buckets; bucket++) {
      assertThat(granted.get(bucket)).isEqualTo(capacity);
    }
  }

  @Test
  void slotsMoveAllTheTime_callsOverSeveralSlots_theAccountIsExact() throws Exception {
    int capacity = 300;
    AtomicBoolean done = new AtomicBoolean();
    AtomicLongArray granted = new AtomicLongArray(1);
    try (ClusterSetup cluster = ClusterSetup.start();
        RedisStore store = Stores.start(Stores.patient(ClusterClaims.uri(cluster)))) {
      List<Claim> all = new ArrayList<>();
      for (int slot : SLOTS) {
        all.addAll(claim(SlotKeys.in(slot, "part"), capacity));
      }
      Thread mover = new Thread(() -> moveUntil(done, cluster));
      mover.start();
      try {
        Threads.run(
            8,
            () -> {
              // a call may be denied for what another one has taken and gives back: until all is
              // gone
              for (int denials = 0; denials < 100; ) {
                Object answer = tryAcquire(store, all);
                assertThat(answer).isInstanceOf(Decision.class);
                if (((Decision) answer).isAllowed()) {
                  granted.incrementAndGet(0);
                } else {
                  denials++;
                }
              }
            });
      } finally {
        done.set(true);
        mover.join();
      }
    }

    assertThat(granted.get(0)).isEqualTo(capacity);
  }

  /** Hands the slots around, each to the next master. */
  private static void moveUntil(AtomicBoolean done, ClusterSetup cluster) {
    List<RedisProcess> masters = cluster.nodes();
    for (int i = 0; !done.get(); i++) {
      int slot = SLOTS[i % SLOTS.length];
      int current = masters.indexOf(cluster.master(slot));
      cluster.moveSlot(slot, masters.get((current + 1) % masters.size()));
    }
  }

  /** Gives all slots of a cluster without keys in them to one master. */
  private static void giveSlots(ClusterSetup cluster, RedisProcess to) {
    String id;
    try (Jedis client = to.connect()) {
      id = client.clusterMyId();
      // the others must not claim the slots back
      client.sendCommand(Command.CLUSTER, "BUMPEPOCH");
    }
    // first the new master: if only the old ones knew, nobody would serve the slots
    List<RedisProcess> nodes = new ArrayList<>(cluster.nodes());
    nodes.remove(to);
    nodes.add(0, to);
    for (RedisProcess node : nodes) {
      try (Jedis client = node.connect();
          Pipeline pipeline = client.pipelined()) {
        for (int slot = 0; slot < ClusterMap.SLOTS; slot++) {
          pipeline.sendCommand(Command.CLUSTER, "SETSLOT", String.valueOf(slot), "NODE", id);
        }
      }
    }
    cluster.awaitServing();
  }

  private static long connections(RedisProcess node) {
    try (Jedis client = node.connect()) {
      return client
          .clientList()
          .lines()
          .filter(line -> line.contains("name=ratelimit-agent"))
          .count();
    }
  }

  private static void awaitAllowed(RedisStore store, List<Claim> claims) {
    await().atMost(RECOVERY).until(() -> isAllowed(store, claims));
  }

  private static String message(RedisStore store, List<Claim> claims) {
    return String.valueOf(tryAcquire(store, claims));
  }
}
