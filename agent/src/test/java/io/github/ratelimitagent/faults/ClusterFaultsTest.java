package io.github.ratelimitagent.faults;

import static io.github.ratelimitagent.faults.Traffic.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.ClusterSetup;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.SlotKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A cluster that loses a node or moves slots, under the calls of 200 threads. */
class ClusterFaultsTest {
  private static final String SMALL_BUCKET = "ratelimit:" + Traffic.SMALL;

  @Test
  void masterKilled_callsResumeAtItsReplica() {
    try (ClusterSetup cluster = ClusterSetup.builder().replicas().start();
        Load load = Load.start(uri(cluster))) {
      RedisProcess old = cluster.master(SMALL_BUCKET);
      load.faultBegins();
      old.kill();
      load.awaitBypassed();
      cluster.awaitPromotion(old);
      load.faultEnds();
      load.awaitAnswers();

      List<RedisProcess> up = new ArrayList<>(cluster.nodes());
      up.remove(old);
      Tally tally = load.end("Cluster: master killed", up);

      // what the dead one did not pass on is lost with it
      assertThat(tally.granted.get()).isBetween(tally.leastGranted(1), 2L * CAPACITY);
    }
  }

  @Test
  void slotsMoved_callsFollow() {
    int slot = SlotKeys.slotOf(SMALL_BUCKET);
    try (ClusterSetup cluster = ClusterSetup.start();
        Load load = Load.start(uri(cluster))) {
      List<RedisProcess> masters = cluster.nodes();
      load.faultBegins();
      for (int i = 0; i < 20; i++) {
        int current = masters.indexOf(cluster.master(slot));
        cluster.moveSlot(slot, masters.get((current + 1) % masters.size()));
      }
      load.faultEnds();
      load.awaitAnswers();

      Tally tally = load.end("Cluster: slot moved 20 times", masters);

      assertThat(tally.granted.get()).isBetween(tally.leastGranted(1), (long) CAPACITY);
    }
  }

  private static String uri(ClusterSetup cluster) {
    return cluster.nodes().stream()
        .map(RedisProcess::address)
        .collect(Collectors.joining(",", "redis+cluster://", ""));
  }
}
