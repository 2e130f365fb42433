package io.github.ratelimitagent.faults;

import static io.github.ratelimitagent.faults.Traffic.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.store.redis.RedisOptions;
import io.github.ratelimitagent.testing.ProxiedRedis;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A way to the server that is slow, broken or silent, under the calls of 200 threads. */
class NetworkFaultsTest extends ProxiedRedis {
  private static final int MOST_ATTEMPTS = 100;

  @Test
  void envoy462_repliesLaterThanTheDeadline_callsFollowThePolicyUntilTheyAreInTime() {
    try (Load load = Load.start(proxy.uri())) {
      load.faultBegins();
      proxy.delay(Duration.ofMillis(300));
      load.awaitBypassed();
      assertRecovery(load, "replies 300 ms late");
    }
  }

  @Test
  void repliesSlowerButInTime_callsAreAnswered() {
    try (Load load = Load.start(proxy.uri())) {
      load.faultBegins();
      proxy.delay(Duration.ofMillis(20));
      load.awaitAllowed(500);
      assertRecovery(load, "replies 20 ms late");
    }
  }

  @Test
  void envoy978_blackHole_callsFollowThePolicyUntilItEnds() {
    try (Load load = Load.start(proxy.uri())) {
      load.faultBegins();
      proxy.blackHole();
      load.awaitBypassed();
      load.awaitLog("cannot be used");
      assertRecovery(load, "black hole");
    }
  }

  @Test
  void envoy1018_connectionsReset_noStormOfNewOnes() {
    try (Load load = Load.start(proxy.uri())) {
      int before = proxy.accepted();
      load.faultBegins();
      proxy.reset();
      load.awaitBypassed();
      load.awaitLog("cannot be used");
      assertRecovery(load, "reset");
      assertThat(proxy.accepted() - before).isLessThan(MOST_ATTEMPTS);
    }
  }

  @Test
  void openConnectionsSilent_newOnesAreOpened() {
    try (Load load = Load.start(proxy.uri())) {
      load.faultBegins();
      proxy.halfOpen();
      load.faultEnds();
      load.awaitAnswers();
      assertAccount(load, "half-open connections");
    }
  }

  @Test
  void littleBandwidth_callsAreAnsweredOrFollowThePolicy() {
    try (Load load = Load.start(proxy.uri())) {
      load.faultBegins();
      proxy.bandwidth(5_000);
      load.awaitBypassed();
      assertRecovery(load, "5,000 bytes a second");
    }
  }

  @Test
  void jedis2045_407_connectionsExhausted_callsEndInTimeAndTheAccountAddsUp() {
    // one exchange at a time, and each takes half of the deadline
    RedisOptions.Builder options = RedisOptions.builder(proxy.uri()).connections(1);
    try (Load load = Load.startWithoutPauses(options)) {
      load.faultBegins();
      proxy.delay(Duration.ofMillis(60));
      load.awaitBypassed();
      assertRecovery(load, "one connection for 200 threads");
    }
  }

  private void assertRecovery(Load load, String fault) {
    proxy.pass();
    load.faultEnds();
    load.awaitAnswers();
    assertAccount(load, fault);
  }

  private void assertAccount(Load load, String fault) {
    Tally tally = load.end(fault, server);
    assertThat(tally.granted.get()).isBetween(tally.leastGranted(1), (long) CAPACITY);
  }
}
