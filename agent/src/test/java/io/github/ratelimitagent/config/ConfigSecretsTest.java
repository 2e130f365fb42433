package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords, wherever they were written, are in no message. */
class ConfigSecretsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ uri = \"redis-sentinel://u:sEcret@h\" }",
        "{ uri = \"redis+sentinel://u:sEcret@h,i\" }",
        "{ uri = \"redis+sentinel://h/m/sEcret\" }",
        "{ uri = \"redis+cluster://u:sEcret@h/1\" }",
        "{ uri = \"redis://u:p@h\", user = sEcret, password = sEcret }",
        "{ uri = \"redis://h\", user = sEcret }",
        "{ uri = \"redis://h\", password = sEcret, password-file = f }",
        "{ uri = \"redis://h\", password = \"sEcret${A}\" }",
        "{ uri = \"redis://h\", password = \"sEcret }",
        "{ uri = \"redis://h\", password = sEcret: }",
        "{ uri = \"redis://h\", password = sEcret\\ }",
        "{ uri = \"redis://h\", password = [sEcret] }",
        "{ uri = \"redis://h\", password { sEcret = sEcret } }",
        "{ uri = \"redis://h\", passwd = sEcret }",
        "{ uri = \"redis://h\", sentinel-user = sEcret, sentinel-password = sEcret }",
        "{ uri = \"redis+sentinel://h/m\", sentinel-password = sEcret"
            + ", sentinel-password-file = f }",
        "{ uri = \"rediss://h\", tls-key-password = sEcret }",
        "{ uri = \"rediss://h\", tls-key-password = [sEcret] }",
        "{ uri = \"redis://u:sEcret@h:99999999999\" }",
        "{ uri = \"redis://u:sEcret@h:70000\" }",
        "{ uri = \"redis://u:sE%cret@h\" }",
        "{ uri = \"redis://u:sE#cret@h\" }",
        "{ uri = \"redis://u:sE/cret@h\" }",
        "{ uri = \"redis://u:12/sEcret@h\" }",
        "{ uri = \"redis://u:sE cret@h\" }",
        "{ uri = \"redis://h?password=sEcret\" }",
        "{ uri = \"redis:u:sEcret@h\" }",
        "{ uri = \"u:sEcret@h\" }",
        "{ uri = sEcret }",
        "{ uri = redis://u:sEcret@h }",
        "{ uri = \"redis://u:sEcret@h }",
        "{ uri = \"redis://u:\\sEcret@h\" }",
        "{ uri = \"\"\"redis://u:sEcret@h }",
        "{ uri = [\"redis://u:sEcret@h\"] }",
        "{ uri = { a = sEcret } }",
        "{ uri { sEcret } }",
        "{ uri = { a = 1 } [sEcret] }",
        "\"redis://u:sEcret@h\"",
        "{ uri = \"redis://h\", pasword = sEcret }",
        "{ uri = \"redis://h\", key-prefix = \"redis://u:sEcret@h \" }",
        "{ uri = \"redis://h\", connections = \"redis://u:sEcret@h\" }",
        "{ uri = \"redis://h\", password-file = \"redis://u:sEcret@h\" }",
        "{ uri = \"rediss://h\", tls-ca = \"u:sEcret@h:6379\" }",
        "{ uri = \"redis://h\" }\ninclude \"redis://u:sEcret@h\"",
        "{ uri = \"redis://h\" }\ninclude file(\"redis://u:sEcret@h\")",
        "{ uri = ${?NONE}\"redis://u:sEcret@h/x\" }",
      })
  void password_isInNoMessage(String redis) {
    assertThat(ConfigText.redis(folder, redis).problems())
        .isNotEmpty()
        .noneMatch(problem -> problem.contains("cret"))
        .noneMatch(problem -> problem.contains("sE"));
  }

  @Test
  void password_ofEnvironmentOrProperty_isInNoMessage() {
    assertThat(
            ConfigText.redis(folder, "{ uri = ${?REDIS_URI} }")
                .variable("REDIS_URI", "redis:/u:sEcret@h")
                .problem())
        .startsWith("environment variable REDIS_URI: ratelimit.redis.uri is not an address")
        .doesNotContain("sEcret");
    assertThat(
            ConfigText.redis(folder, "{}")
                .property("ratelimit.redis.uri", "redis://:sEcret@h/x")
                .problem())
        .startsWith("-Dratelimit.redis.uri: ratelimit.redis.uri has a path")
        .doesNotContain("sEcret");
  }

  @Test
  void password_ofAFileOrPropertyNamedByMistake_isInNoMessage() {
    assertThatThrownBy(() -> Settings.load(new File("redis://u:sEcret@h:6379"), Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("does not exist")
        .hasMessageNotContaining("sEcret");
    assertThat(
            ConfigText.redis(folder, "{ uri = \"redis://h\" }")
                .property("ratelimit.redis://u:sEcret@h", "")
                .load()
                .warnings())
        .anyMatch(warning -> warning.contains("redis://***@h: unknown"))
        .noneMatch(warning -> warning.contains("sEcret"));
  }

  @Test
  void uri_withPassword_isKeptButNotPrinted() {
    RedisSettings redis =
        ConfigText.redis(folder, "{ uri = \"redis://u:p%40ss@h:1/2\" }").load().redis();
    assertThat(redis.uri()).isEqualTo("redis://u:p%40ss@h:1/2");
    assertThat(redis).hasToString("redis://***@h:1/2");
  }

  @Test
  void secrets_ofEnvironmentOrProperty_areReadAndInNoMessage() {
    ConfigText text =
        ConfigText.redis(
                folder,
                "{ uri = \"redis+sentinel://h/m\", password = ${?PW}, sentinel-password = ${?PW} }")
            .variable("PW", "sEcret")
            .property("ratelimit.redis.user", "sEcretary");
    RedisSettings redis = text.load().redis();
    assertThat(redis.login().user()).isEqualTo("sEcretary");
    assertThat(redis.login().password()).isEqualTo("sEcret");
    assertThat(redis.sentinelLogin().password()).isEqualTo("sEcret");
    assertThat(redis + " " + redis.login() + redis.sentinelLogin() + redis.tls())
        .doesNotContain("sEcret");
    assertThat(text.property("ratelimit.redis.password-file", "f").problem())
        .startsWith("-Dratelimit.redis.password-file: ratelimit.redis.password-file stands beside")
        .doesNotContain("sEcret");
  }
}
