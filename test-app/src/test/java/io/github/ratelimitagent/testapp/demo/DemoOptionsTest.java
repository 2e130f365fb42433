package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoOptionsTest {
  @Test
  void parse_nothing_isTheExperiment() throws Exception {
    DemoOptions options = parse(Map.of());
    assertThat(options.workers).isEqualTo(3);
    assertThat(options.calls).isEqualTo(30);
    assertThat(options.attached).isTrue();
    assertThat(options.redisUri).isNull();
    assertThat(options.java).containsExactly("/jdk/bin/java");
  }

  @Test
  void parse_everyOption() throws Exception {
    DemoOptions options =
        parse(
            Map.of("REDIS_URI", "redis://ignored"),
            "--redis",
            "redis://b",
            "--workers",
            "2",
            "--calls",
            "9",
            "--svg",
            "a.svg",
            "--without-agent");
    assertThat(options.redisUri).isEqualTo("redis://b");
    assertThat(options.workers).isEqualTo(2);
    assertThat(options.calls).isEqualTo(9);
    assertThat(options.svg).isEqualTo("a.svg");
    assertThat(options.attached).isFalse();
  }

  @Test
  void parse_environment_namesRedisAndJava() throws Exception {
    DemoOptions options = parse(Map.of("REDIS_URI", "redis://a", "DEMO_JAVA", "/some/tool  8"));
    assertThat(options.redisUri).isEqualTo("redis://a");
    assertThat(options.java).containsExactly("/some/tool", "8");
  }

  @ParameterizedTest
  @CsvSource({
    "--wrokers 3, unknown option --wrokers",
    "--workers, --workers needs a value",
    "--workers 0, wanted a number from 1 to 16",
    "--calls x, wanted a number from 1 to 1000"
  })
  void parse_wrong_saysWhatIsWanted(String arguments, String message) {
    assertThatThrownBy(() -> parse(Map.of(), arguments.split(" ")))
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining(message);
  }

  private static DemoOptions parse(Map<String, String> environment, String... arguments)
      throws CannotRunException {
    Properties properties = new Properties();
    properties.setProperty("java.home", "/jdk");
    return DemoOptions.parse(List.of(arguments), environment, properties);
  }
}
