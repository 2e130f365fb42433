package io.github.ratelimitagent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

class SentinelSetupTest {
  @Test
  void failover_replicaIsPromotedWithTheData() {
    try (SentinelSetup setup = SentinelSetup.start()) {
      RedisProcess first = setup.master();
      set(first, "a", "b");
      // else it is lost with the master
      try (Jedis jedis = first.connect()) {
        await().until(() -> replicated(jedis));
      }

      RedisProcess second = setup.failover();

      assertThat(second).isSameAs(setup.master()).isNotSameAs(first);
      assertThat(get(second, "a")).isEqualTo("b");
      assertThat(first.isAlive()).isTrue();
      assertThat(setup.sentinelAddresses().split(",")).hasSize(3).doesNotHaveDuplicates();
    }
  }

  @Test
  void killMaster_aclUserAndSentinelPassword_replicaIsPromoted() {
    try (SentinelSetup setup =
        SentinelSetup.builder()
            .replicas(2)
            .user("app", "data-secret")
            .sentinelPassword("sentinel-secret")
            .start()) {
      RedisProcess first = setup.master();
      assertThat(setup.replicas()).hasSize(2).doesNotContain(first);
      assertRefused(first);
      assertRefused(setup.sentinels().get(0));

      first.kill();

      set(setup.awaitNewMaster(first), "a", "b");
    }
  }

  @Test
  void pauseMaster_password_replicaIsPromotedAndResumedMasterBecomesItsReplica() {
    try (SentinelSetup setup = SentinelSetup.builder().password("data-secret").start()) {
      RedisProcess first = setup.master();
      assertRefused(first);
      first.pause();
      RedisProcess second = setup.awaitNewMaster(first);
      set(second, "a", "b");

      first.resume();
      setup.awaitReplica(first);

      assertThatThrownBy(() -> set(first, "a", "c")).hasMessageContaining("READONLY");
    }
  }

  @Test
  void start_sentinelDoesNotStart_saysWhyAndEndsTheServers() {
    Set<ProcessHandle> before = children();
    assertThatThrownBy(() -> SentinelSetup.builder().sentinelPassword("two words").start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("requirepass two words");
    assertThat(children()).isSubsetOf(before);
  }

  /** Whether the replica has all that the master was given. */
  private static boolean replicated(Jedis master) {
    String info = master.info("replication");
    String written = info.replaceAll("(?s).*master_repl_offset:(\\d+).*", "$1");
    return info.contains(",offset=" + written + ",");
  }

  private static Set<ProcessHandle> children() {
    return ProcessHandle.current().children().collect(Collectors.toSet());
  }

  private static void set(RedisProcess server, String key, String value) {
    try (Jedis jedis = server.connect()) {
      jedis.set(key, value);
    }
  }

  private static String get(RedisProcess server, String key) {
    try (Jedis jedis = server.connect()) {
      return jedis.get(key);
    }
  }

  private static void assertRefused(RedisProcess server) {
    try (Jedis jedis = Login.NONE.connect(server.port())) {
      assertThatThrownBy(jedis::ping)
          .isInstanceOf(JedisDataException.class)
          .hasMessageContaining("NOAUTH");
    }
  }
}
