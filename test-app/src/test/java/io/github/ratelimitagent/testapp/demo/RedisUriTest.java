package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUriTest {
  @Test
  void parse_everyPart() throws Exception {
    RedisUri uri = RedisUri.parse("rediss://me:s%40cret@redis.example:6380/2");
    assertThat(uri.tls).isTrue();
    assertThat(uri.user).isEqualTo("me");
    assertThat(uri.password).isEqualTo("s@cret");
    assertThat(uri.host).isEqualTo("redis.example");
    assertThat(uri.port).isEqualTo(6380);
    assertThat(uri.database).isEqualTo(2);
  }

  @Test
  void parse_hostOnly_hasTheDefaults() throws Exception {
    RedisUri uri = RedisUri.parse("redis://localhost");
    assertThat(uri.port).isEqualTo(6379);
    assertThat(uri.database).isZero();
    assertThat(uri.password).isEmpty();
  }

  @Test
  void toString_hidesThePassword() throws Exception {
    assertThat(RedisUri.parse("redis://:secret@h:1/3")).hasToString("redis://h:1/3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:6379", "http://h", "redis://", "redis://h/x", "re dis"})
  void parse_somethingElse_saysWhatIsWanted(String source) {
    assertThatThrownBy(() -> RedisUri.parse(source))
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining("redis://host:port");
  }
}
