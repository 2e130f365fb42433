package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCheckTest {
  @ParameterizedTest
  @ValueSource(strings = {"6.2.0", "6.2.14", "6.10.0", "7.0.15", "8.4.0", "10.0.1", "unstable"})
  void faultOf_newEnough_isNone(String version) {
    assertThat(ServerCheck.faultOf(hello(version, "standalone", "master"), RedisKind.STANDALONE))
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.0.16", "5.0.14.1", "6.1.240", "2.8.19"})
  void faultOf_tooOld_saysWhatIsNeeded(String version) {
    assertThat(ServerCheck.faultOf(hello(version, "standalone", "master"), RedisKind.STANDALONE))
        .contains(version, "6.2");
  }

  @Test
  void faultOf_replicaOrCluster_saysSo() {
    assertThat(ServerCheck.faultOf(hello("7.0.15", "standalone", "replica"), RedisKind.STANDALONE))
        .contains("replica");
    assertThat(ServerCheck.faultOf(hello("7.0.15", "cluster", "master"), RedisKind.STANDALONE))
        .contains("Cluster");
  }

  private static Map<String, Object> hello(String version, String mode, String role) {
    return Map.of("server", "redis", "version", version, "mode", mode, "role", role);
  }
}
