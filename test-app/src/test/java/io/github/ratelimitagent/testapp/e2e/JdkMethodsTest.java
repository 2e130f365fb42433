package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits on methods of the JDK, which the agent needs itself. */
class JdkMethodsTest {
  private static final String MAIN = "io.github.ratelimitagent.testapp.cases.JdkCalls";

  /** Of classes that are loaded before the agent, while it starts, and after it. */
  private static final List<String> METHODS =
      List.of(
          "java.lang.StringBuilder.append(String)",
          "java.lang.Class.getName()",
          "java.lang.ClassLoader.loadClass(..)",
          "java.lang.reflect.Method.invoke(..)",
          "java.util.HashMap.get(..)",
          "java.util.ArrayList.size()",
          "java.util.Objects.requireNonNull(..)",
          "java.util.concurrent.ConcurrentHashMap.get(..)",
          "java.util.concurrent.locks.ReentrantLock.lock()",
          "java.util.concurrent.locks.LockSupport.unpark(..)",
          "java.util.concurrent.FutureTask.run()",
          "java.util.concurrent.ThreadPoolExecutor.runWorker(..)",
          "java.util.concurrent.atomic.AtomicLong.get()",
          "java.io.FileOutputStream.write(..)",
          "java.time.Instant.now()",
          "sun.instrument.InstrumentationImpl.transform(..)");

  static List<Jdk> jdks() {
    return Jdk.all();
  }

  private static String limit(int number, String method, String more) {
    return "ratelimit.limits.l%d { method = \"%s\", refill = 1/h, %s }\n"
        .formatted(number, method, more);
  }

  /** Denying nothing, so that the application can live. */
  @ParameterizedTest
  @MethodSource("jdks")
  void methodsThatEverythingNeeds_areCountedAndTheApplicationRuns(Jdk jdk) {
    StringBuilder config = new StringBuilder();
    for (int i = 0; i < METHODS.size(); i++) {
      config.append(limit(i, METHODS.get(i), "capacity = 1, mode = observe"));
    }
    AgentRun.Result result = AgentRun.on(jdk).config(config.toString()).run(MAIN);

    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(result.lines()).containsExactly("sum 16 done");
    assertThat(result.stderr())
        .doesNotContain("ERROR", "cannot be woven", "a fault of the agent", "self-test")
        .contains("limit l0 in the last", "limit l4 in the last", "limit l1 in the last");
  }

  static Stream<Arguments> jdksAndMethods() {
    return jdks().stream()
        .flatMap(
            jdk ->
                Stream.of(
                        "java.lang.StringBuilder.append(String)",
                        "java.util.Objects.requireNonNull(..)",
                        "java.util.concurrent.FutureTask.run()",
                        "java.util.concurrent.locks.ReentrantLock.lock()")
                    .map(method -> Arguments.of(jdk, method)));
  }

  /** What the application and the JDK on its behalf then make of the denials is theirs. */
  @ParameterizedTest
  @MethodSource("jdksAndMethods")
  void emptyBucketOfSuchAMethod_agentStartsAndDeniesOthersOnly(Jdk jdk, String method) {
    AgentRun.Result result =
        AgentRun.on(jdk).config(limit(0, method, "capacity = 1")).args("once").run(MAIN);

    assertThat(result.exitCode()).as(result.toString()).isBetween(0, 1);
    assertThat(result.stderr())
        .as(result.toString())
        .doesNotContain("did not start", "FATAL", "cannot be woven", "a fault of the agent");
    // whole texts: making them needs the same methods
    assertThat(result.stderr().lines().filter(line -> line.contains("RateLimitExceeded")))
        .allMatch(line -> line.matches(".*rate limit l0 \\(1/h .*retry after \\d+\\.\\d s"));
  }

  /** Compiled callers do not come by its gate. */
  @ParameterizedTest
  @MethodSource("jdks")
  void intrinsic_isWarnedOf(Jdk jdk) {
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(limit(0, "java.lang.Math.max(int, int)", "capacity = 100000"))
            .run(MAIN);

    assertThat(result.lines()).containsExactly("sum 16 done");
    if (jdk.feature() >= 9) {
      assertThat(result.stderr())
          .contains("Math.max(int, int) is an intrinsic of the JVM", "limit a caller of it");
    }
  }
}
