package io.github.ratelimitagent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

class ClusterSetupTest {
  private static final int SLOT = 7000;

  @Test
  void moveSlot_keysMoveAndOthersAreToldWhereTo() {
    try (ClusterSetup cluster = ClusterSetup.builder().password("secret").start()) {
      String key = SlotKeys.in(SLOT, "a");
      RedisProcess from = cluster.master(SLOT);
      RedisProcess to = cluster.master(0);
      assertThat(from).isNotSameAs(to).isSameAs(cluster.master(key));
      assertThat(cluster.nodes()).hasSize(3);
      try (Jedis old = from.connect();
          Jedis other = to.connect()) {
        old.set(key, "b");
        assertThatThrownBy(() -> other.get(key)).isInstanceOf(JedisMovedDataException.class);

        cluster.moveSlot(SLOT, to);

        assertThat(other.get(key)).isEqualTo("b");
        assertThatThrownBy(() -> old.get(key)).isInstanceOf(JedisMovedDataException.class);
      }
    }
  }

  @Test
  void beginMove_someKeysMoved_asksForThoseAndTriesAgainForBoth() {
    try (ClusterSetup cluster = ClusterSetup.builder().user("app", "secret").start()) {
      String moved = SlotKeys.in(SLOT, "moved");
      String left = SlotKeys.in(SLOT, "left");
      try (Jedis old = cluster.master(SLOT).connect();
          Jedis other = cluster.master(0).connect()) {
        old.mset(moved, "1", left, "2");

        SlotMove move = cluster.beginMove(SLOT, cluster.master(0));
        move.migrate(moved);

        assertThat(old.get(left)).isEqualTo("2");
        assertThatThrownBy(() -> old.get(moved)).isInstanceOf(JedisAskDataException.class);
        other.sendCommand(Protocol.Command.ASKING);
        assertThat(other.get(moved)).isEqualTo("1");
        other.sendCommand(Protocol.Command.ASKING);
        assertThatThrownBy(() -> other.mget(moved, left)).hasMessageContaining("TRYAGAIN");

        move.finish();

        assertThat(other.mget(moved, left)).isEqualTo(List.of("1", "2"));
      }
    }
  }

  @Test
  void cancel_keysStay() {
    try (ClusterSetup cluster = ClusterSetup.start()) {
      SlotMove move = cluster.beginMove(SLOT, cluster.master(0));
      String absent = SlotKeys.in(SLOT, "absent");
      try (Jedis old = move.from().connect()) {
        assertThatThrownBy(() -> old.get(absent)).isInstanceOf(JedisAskDataException.class);

        move.cancel();

        assertThat(old.get(absent)).isNull();
      }
    }
  }

  @Test
  void killMaster_withReplicas_partnerIsPromotedWithTheData() {
    try (ClusterSetup cluster = ClusterSetup.builder().replicas().password("secret").start()) {
      assertThat(cluster.nodes()).hasSize(6);
      String key = SlotKeys.in(SLOT, "a");
      RedisProcess old = cluster.master(key);
      try (Jedis jedis = old.connect()) {
        jedis.set(key, "b");
        assertThat(jedis.waitReplicas(1, 5000)).isEqualTo(1);
      }

      old.kill();
      RedisProcess promoted = cluster.awaitPromotion(old);

      assertThat(promoted).isSameAs(cluster.partner(old)).isSameAs(cluster.master(key));
      try (Jedis jedis = promoted.connect()) {
        assertThat(jedis.get(key)).isEqualTo("b");
      }
      old.restart();
      assertThat(cluster.failover(promoted)).isSameAs(old);
    }
  }

  @Test
  void killMaster_withoutReplicas_othersRefuseToServe() {
    try (ClusterSetup cluster = ClusterSetup.start()) {
      cluster.master(SLOT).kill();
      try (Jedis jedis = cluster.master(0).connect()) {
        cluster.awaitDown();
        assertThatThrownBy(() -> jedis.get(SlotKeys.in(0, "a")))
            .hasMessageContaining("CLUSTERDOWN");
      }
    }
  }

  @Test
  void announce_everyNodeSendsClientsToTheProxies() {
    Map<Integer, FaultProxy> proxies = new HashMap<>();
    try (ClusterSetup cluster =
        ClusterSetup.builder()
            .announce(port -> proxies.computeIfAbsent(port, FaultProxy::to).port())
            .start()) {
      RedisProcess serving = cluster.master(SLOT);
      int announced = proxies.get(serving.port()).port();
      String key = SlotKeys.in(SLOT, "a");
      try (Jedis other = cluster.master(0).connect();
          Jedis proxied = Login.NONE.connect(announced)) {
        assertThatThrownBy(() -> other.get(key))
            .isInstanceOfSatisfying(
                JedisMovedDataException.class,
                e -> assertThat(e.getTargetNode().getPort()).isEqualTo(announced));
        assertThat(proxied.set(key, "b")).isEqualTo("OK");
        assertThat(ClusterView.of(proxied).nodes())
            .extracting(node -> (int) node.port())
            .containsExactlyInAnyOrderElementsOf(
                proxies.values().stream().map(FaultProxy::port).toList());
      }
    } finally {
      proxies.values().forEach(FaultProxy::close);
    }
  }

  @Test
  void in_everySlot_hashesToIt() {
    for (int slot = 0; slot < 16_384; slot++) {
      assertThat(SlotKeys.slotOf(SlotKeys.in(slot, "name"))).isEqualTo(slot);
    }
    assertThat(SlotKeys.in(SLOT, "a")).isNotEqualTo(SlotKeys.in(SLOT, "b"));
  }
}
