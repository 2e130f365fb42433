package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reports elastic2371, jolokia398: an application keeps its own libraries and sees none of ours.
 */
class IsolationTest {
  private static final String MAIN = "io.github.ratelimitagent.testapp.cases.OwnLibraries";
  private static final Path OTHER_VERSIONS = Path.of("target/other-versions");

  static List<Jdk> jdks() {
    return Jdk.all();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void application_withOtherVersionsOfOurLibraries_keepsItsOwn(Jdk jdk) throws IOException {
    AgentRun run = AgentRun.on(jdk).config(config());
    try (Stream<Path> jars = Files.list(OTHER_VERSIONS)) {
      jars.sorted().forEach(jar -> run.addToClassPath(jar.toAbsolutePath()));
    }

    assertThat(run.run(MAIN).isSuccess().lines())
        .containsExactly(
            "redis.clients.jedis.Jedis=jedis-4.4.8.jar",
            "org.objectweb.asm.ClassReader=asm-9.7.1.jar",
            "com.google.gson.Gson=gson-2.10.1.jar",
            "org.slf4j.LoggerFactory=slf4j-api-2.0.16.jar",
            "com.typesafe.config.ConfigFactory=config-1.4.2.jar",
            "picocli.CommandLine=none",
            "org.json.JSONObject=none",
            "io.github.ratelimitagent.limit.Dispatcher=none",
            "io.github.ratelimitagent.RateLimitExceededException=ratelimit-agent.jar",
            "allowed=7");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void application_withoutOurLibraries_seesNone(Jdk jdk) {
    assertThat(AgentRun.on(jdk).config(config()).run(MAIN).isSuccess().lines())
        .filteredOn(line -> line.endsWith("=none"))
        .hasSize(8);
  }

  private static String config() {
    return """
        ratelimit {
          redis { uri = "%s", key-prefix = "%s", deadline = 2 s, on-redis-failure = deny }
          limits.own {
            method = "%s.limited()"
            capacity = 7
            refill = 1 per 1h
          }
        }
        """
        .formatted(TestRedis.uri(), TestRedis.freshPrefix(), MAIN);
  }
}
