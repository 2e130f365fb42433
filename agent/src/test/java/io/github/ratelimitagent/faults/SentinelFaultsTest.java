package io.github.ratelimitagent.faults;

import static io.github.ratelimitagent.faults.Traffic.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.SentinelSetup;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A master that sentinels replace, under the calls of 200 threads. */
class SentinelFaultsTest {
  @Test
  void envoyRatelimit1191_masterKilled_callsResumeAtTheNewOne() {
    try (SentinelSetup setup = SentinelSetup.start();
        Load load = Load.start(uri(setup))) {
      RedisProcess old = setup.master();
      load.faultBegins();
      old.kill();
      load.awaitBypassed();
      RedisProcess promoted = setup.awaitNewMaster(old);
      load.faultEnds();
      load.awaitAnswers();

      assertAccount(load, "Sentinel: master killed", promoted);
    }
  }

  @Test
  void failoverOnRequest_callsResumeAtTheNewOne() {
    try (SentinelSetup setup = SentinelSetup.start();
        Load load = Load.start(uri(setup))) {
      load.faultBegins();
      RedisProcess promoted = setup.failover();
      load.faultEnds();
      load.awaitAnswers();

      assertAccount(load, "Sentinel: failover", promoted);
    }
  }

  /** What the old master did not pass on is lost with it: a capacity more at most. */
  private static void assertAccount(Load load, String fault, RedisProcess master) {
    await().atMost(Load.PATIENCE).until(() -> Leftovers.connections(master) > 0);
    load.awaitAllowed(100);
    Tally tally = load.end(fault, List.of(master));
    assertThat(tally.granted.get()).isBetween(tally.leastGranted(1), 2L * CAPACITY);
  }

  private static String uri(SentinelSetup setup) {
    return "redis+sentinel://" + setup.sentinelAddresses() + "/" + SentinelSetup.MASTER_NAME;
  }
}
