package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Variables of the environment that look like settings. */
class VariablesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RATELIMIT_MODE | write -Dratelimit.mode, or in the file ratelimit.mode ="
            + " ${?RATELIMIT_MODE}",
        "RATELIMIT_LOG_LEVEL | write -Dratelimit.log-level, or in the file ratelimit.log-level ="
            + " ${?RATELIMIT_LOG_LEVEL}",
        "RATELIMIT_REDIS_URI | write -Dratelimit.redis.uri, or in the file ratelimit.redis.uri ="
            + " ${?RATELIMIT_REDIS_URI}",
        "RATELIMIT_STRICT | write -Dratelimit.strict",
        "RATELIMIT_CAP | a variable counts where the file names it: field = ${?RATELIMIT_CAP}",
      })
  void variableThatNobodyReads_isWarnedOf(String name, String advice) {
    assertThat(ConfigText.with(folder).variable(name, "sEcret").load().warnings())
        .containsExactly(
            "environment variable " + name + ": unknown, has no effect\n    " + advice);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RATELIMIT_CONFIG",
        "RATELIMIT_TEST_REDIS",
        "RATELIMIT_SERVICE_HOST",
        "RATELIMIT_REDIS_SERVICE_PORT_TLS",
        "RATELIMIT_PORT",
        "RATELIMIT_PORT_6379_TCP_ADDR",
        "MY_RATELIMIT_MODE",
        "RATELIMITS",
      })
  void variableOfOthers_isNotWarnedOf(String name) {
    assertThat(ConfigText.with(folder).variable(name, "1").load().warnings()).isEmpty();
  }

  @Test
  void variableThatAFileNames_isNotWarnedOf() {
    ConfigText text =
        ConfigText.with(folder, "capacity = ${?RATELIMIT_CAP}\ninclude \"more.conf\"")
            .file("more.conf", "refill = ${\"RATELIMIT_REFILL\"}\n# ${?RATELIMIT_MODE}\n")
            .variable("RATELIMIT_CAP", "7")
            .variable("RATELIMIT_REFILL", "8/s");
    assertThat(text.load().warnings()).isEmpty();
    assertThat(text.load().limits().get(0).limit().spec()).hasToString("8/s (capacity 7)");
    assertThat(text.variable("RATELIMIT_MODE", "observe").load().warnings()).hasSize(1);
  }
}
