package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads everything in config-examples. */
class ConfigExamplesTest {
  private static final Path FOLDER = Path.of("..", "config-examples");

  @ParameterizedTest
  @MethodSource("examples")
  void example_loadsWithoutWarning(Path file) throws ConfigException {
    Settings settings = Settings.load(file.toFile(), Map.of(), Map.of());
    assertThat(settings.warnings()).isEmpty();
    assertThat(settings.limits()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_takesAddressFromEnvironment(Path file) throws ConfigException {
    RedisSettings redis = Settings.load(file.toFile(), Map.of(), Map.of()).redis();
    if (redis != null) {
      String other = redis.uri().replaceFirst("//[^/]*", "//other:1");
      RedisSettings changed =
          Settings.load(file.toFile(), Map.of(), Map.of("REDIS_URI", other)).redis();
      assertThat(changed.uri()).isEqualTo(other);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_beginsWithComment(Path file) throws IOException {
    assertThat(Files.readString(file)).startsWith("# ");
  }

  @Test
  void examples_showWhatIsToBeShown() throws Exception {
    List<Limit> limits = new ArrayList<>();
    for (Path file : examples()) {
      Settings.load(file.toFile(), Map.of(), Map.of()).limits().forEach(e -> limits.add(e.limit()));
    }
    assertThat(limits).anyMatch(limit -> limit.maxWaitMicros() > 0);
    assertThat(limits).anyMatch(Limit::observed);
    assertThat(limits).anyMatch(Limit::nestedEach);
    assertThat(limits).anyMatch(limit -> !limit.when().isEmpty());
    assertThat(limits).anyMatch(limit -> !limit.permits().isConstant());
    assertThat(limits).anyMatch(limit -> limit.shareSpec() != null);
    assertThat(limits).anyMatch(limit -> limit.key().source().equals(limit.name()));
  }

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().toList();
    }
  }
}
