package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of Redis as they are read. */
class RedisSettingsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://h",
        "redis://[::1]:6379/0",
        "redis://:pw@h.example.org:1/15",
        "rediss://my_redis",
        "redis+sentinel://u:p%2Fw@a:1,[::1]:2,b/m/3",
        "rediss+sentinel://a/m",
        "redis+cluster://:p@a:1,b:2,c",
        "rediss+cluster://a/0"
      })
  void uri_valid_isKept(String uri) {
    assertThat(ConfigText.redis(folder, "{ uri = \"" + uri + "\" }").load().redis().uri())
        .isEqualTo(uri);
  }

  @Test
  void files_areRelativeToTheConfiguration() {
    RedisSettings redis =
        ConfigText.redis(
                folder, "{ uri = \"rediss://h\", password-file = pw, tls-ca = \"/ca.pem\"}")
            .property("ratelimit.redis.tls-certificate", "tls/me.pem")
            .property("ratelimit.redis.tls-key", "tls/me.pem")
            .property("ratelimit.redis.tls-key-password", "sEcret")
            .load()
            .redis();
    assertThat(redis.login().passwordFile()).isEqualTo(folder.resolve("pw").toFile());
    assertThat(redis.tls().ca()).isEqualTo(new File("/ca.pem"));
    assertThat(redis.tls().certificate()).isEqualTo(folder.resolve("tls/me.pem").toFile());
    assertThat(redis.tls().key()).isEqualTo(folder.resolve("tls/me.pem").toFile());
    assertThat(redis.tls().keyPassword()).isEqualTo("sEcret");
    assertThat(redis.tls().verifyHostname()).isTrue();
  }

  @Test
  void redis_null_isNoSection() {
    assertThat(ConfigText.redis(folder, "null").load().redis()).isNull();
  }
}
