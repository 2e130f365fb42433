package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong, the application starts; in strict mode it does not, and says why. */
class StartFailuresTest {
  private static final String MAIN = "io.github.ratelimitagent.testapp.cases.PlainApplication";
  private static final String LIMIT =
      "ratelimit.limits.plain { method = \""
          + MAIN
          + ".limited()\", capacity = 4, refill = 1/d }\n";

  static List<Jdk> jdks() {
    return Jdk.all();
  }

  static Stream<Arguments> brokenFiles() {
    return Stream.of(
        Arguments.of("ratelimit {\n  limits { a { method = \n", "limits"),
        Arguments.of(LIMIT + "ratelimit.limits.plain.capasity = 5\n", "did you mean capacity?"),
        Arguments.of(LIMIT.replace("4", "1.9"), "1.9"),
        Arguments.of(LIMIT.replace(".limited()", ".limited"), "limited"),
        Arguments.of(LIMIT + "ratelimit.redis.uri = ${?NO_SUCH_VARIABLE}\n", "uri"),
        Arguments.of("", "limit"));
  }

  @Test
  void nothingLimitedIsLoaded_connectsAllTheSame() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    AgentRun.Result result =
        AgentRun.on(Jdk.current())
            .config(LIMIT + "ratelimit.redis.uri = \"redis://127.0.0.1:" + port + "\"\n")
            .args(String.valueOf(port))
            .run("io.github.ratelimitagent.testapp.cases.Listener");

    assertThat(result.lines()).containsExactly("connected");
    assertThat(result.exitCode()).isZero();
    // that the listener is no Redis may be said too, if the process lives so long
    assertThat(result.stderr()).contains("has had nothing to limit so far");
  }

  @ParameterizedTest
  @MethodSource("brokenFiles")
  void brokenFile_isSaidWithItsPlaceAndTheApplicationStarts(String hocon, String said) {
    Path file = AgentRun.write(hocon);
    AgentRun.Result result = AgentRun.on(Jdk.current()).agentArgument(file.toString()).run(MAIN);

    assertThat(result.lines()).containsExactly("allowed=10");
    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr())
        .startsWith("[ratelimit-agent] ERROR the agent did not start; the application starts")
        .contains(file.getFileName().toString(), said)
        .doesNotContain("\tat ");
    assertThat(result.stderr().lines())
        .allSatisfy(line -> assertThat(line).startsWith("[ratelimit-agent] "));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void strict_brokenFile_refusesToStartAndSaysWhyFirst(Jdk jdk) {
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(LIMIT + "ratelimit.limits.plain.capasity = 5\n")
            .option("-Dratelimit.strict=true")
            .run(MAIN);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stdout()).isEmpty();
    assertThat(result.stderr())
        .startsWith("[ratelimit-agent] ERROR the agent did not start, and so the JVM does not")
        .containsOnlyOnce("did you mean capacity?")
        .endsWith("did you mean capacity?" + System.lineSeparator())
        .doesNotContain("FATAL", "Exception", "java.lang.instrument");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Dratelimit.strict=yes", "-Dratelimit.strict=1", "-Dratelimit.strict"})
  void strict_inAnyWords_refusesToStart(String option) {
    AgentRun.Result result =
        AgentRun.on(Jdk.current()).agentArgument("missing.conf").option(option).run(MAIN);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stdout()).isEmpty();
    assertThat(result.stderr()).contains("missing.conf");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void strict_deadRedis_refusesToStartWithoutThePassword(Jdk jdk) {
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(LIMIT + "ratelimit.redis.uri = \"redis://:hunter2@127.0.0.1:1\"\n")
            .option("-Dratelimit.strict=true")
            .run(MAIN);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stdout()).isEmpty();
    assertThat(result.stderr())
        .containsOnlyOnce("127.0.0.1:1")
        .doesNotContain("hunter2", "on-redis-failure");
  }

  @Test
  void logLevelInfo_saysWhatTheAgentHasBegunToDo() {
    Path file = AgentRun.write(LIMIT + "ratelimit.log-level = info\n");
    AgentRun.Result result = AgentRun.on(Jdk.current()).agentArgument(file.toString()).run(MAIN);

    assertThat(result.stderr())
        .contains(" INFO " + file + ": 1 limit, buckets in this process alone");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void agentsStartedAtTheSameMoment_oneLimitsAndTheOthersSaySo(Jdk jdk, @TempDir Path folder)
      throws IOException {
    String source =
        """
        import java.lang.instrument.Instrumentation;
        import java.util.concurrent.CyclicBarrier;
        public class Together {
          public static void premain(String config, Instrumentation instrumentation) throws Exception {
            Class<?> agent = Class.forName("io.github.ratelimitagent.launch.AgentMain");
            CyclicBarrier begin = new CyclicBarrier(4);
            Thread[] starting = new Thread[4];
            for (int i = 0; i < starting.length; i++) {
              starting[i] = new Thread(() -> {
                try {
                  begin.await();
                  agent.getMethod("agentmain", String.class, Instrumentation.class)
                      .invoke(null, config, instrumentation);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
              starting[i].start();
            }
            for (Thread each : starting) {
              each.join();
            }
          }
        }
        """;
    Path classes = Compiler.compile8(folder, Map.of("Together.java", source));
    Files.createDirectories(classes.resolve("META-INF"));
    Files.writeString(
        classes.resolve("META-INF/MANIFEST.MF"),
        "Manifest-Version: 1.0\nPremain-Class: Together\nCan-Retransform-Classes: true\n"
            + "Can-Redefine-Classes: true\n");
    Path together = folder.resolve("together.jar");
    Jars.ofFolder(classes, together);
    AgentRun.Result result =
        AgentRun.on(jdk)
            .withoutAgent()
            .addToClassPath(AgentRun.JAR)
            .option("-javaagent:" + together + "=" + AgentRun.write(LIMIT))
            .run(MAIN);

    assertThat(result.lines()).as(result.toString()).containsExactly("allowed=4");
    assertThat(result.stderr()).doesNotContain("ERROR");
    assertThat(result.stderr().lines())
        .filteredOn(line -> line.contains("a ratelimit agent limits this JVM already"))
        .hasSize(3);
  }

  @Test
  void secondAgentWithABrokenFile_doesNotSayThatNothingIsLimited() {
    AgentRun.Result result =
        AgentRun.on(Jdk.current())
            .config(LIMIT)
            .option("-javaagent:" + AgentRun.JAR + "=missing.conf")
            .run(MAIN);

    assertThat(result.lines()).containsExactly("allowed=4");
    assertThat(result.stderr())
        .contains("a ratelimit agent limits this JVM already; this one stays off")
        .doesNotContain("without limits");
  }

  @Test
  void deadRedis_callsGoThroughAndAreCounted() {
    AgentRun.Result result =
        AgentRun.on(Jdk.current())
            .config(LIMIT + "ratelimit.redis.uri = \"redis://:hunter2@127.0.0.1:1\"\n")
            .run(MAIN);

    assertThat(result.lines()).containsExactly("allowed=10");
    assertThat(result.stderr())
        .contains("0 allowed, 10 bypassed (no answer from Redis)")
        .doesNotContain("hunter2");
  }

  @Test
  void disabled_isSilentAndLimitsNothing() {
    AgentRun.Result result =
        AgentRun.on(Jdk.current())
            .agentArgument("missing.conf")
            .option("-Dratelimit.enabled=false")
            .run(MAIN)
            .isQuietSuccess();

    assertThat(result.lines()).containsExactly("allowed=10");
  }

  @Test
  void override_bySystemProperty_holds() {
    AgentRun.Result result =
        AgentRun.on(Jdk.current())
            .config(LIMIT)
            .option("-Dratelimit.limits.plain.capacity=7")
            .run(MAIN)
            .isSuccess();

    assertThat(result.lines()).containsExactly("allowed=7");
  }

  @Test
  void observe_deniesNothingAndSaysWhatItWould() {
    AgentRun.Result result =
        AgentRun.on(Jdk.current())
            .config(LIMIT + "ratelimit.mode = observe\n")
            .run(MAIN)
            .isSuccess();

    assertThat(result.lines()).containsExactly("allowed=10");
    assertThat(result.stderr()).contains("10 calls, 6 of them would have been denied");
  }

  @Test
  void otel2211_typoInTheMethod_isSaidAtTheEndAtTheLatest() {
    AgentRun.Result result =
        AgentRun.on(Jdk.current()).config(LIMIT.replace("limited", "limitid")).run(MAIN);

    assertThat(result.lines()).containsExactly("allowed=10");
    assertThat(result.stderr())
        .contains(
            "limit plain (", "has matched nothing so far", "did you mean", MAIN + ".limited()");
  }
}
