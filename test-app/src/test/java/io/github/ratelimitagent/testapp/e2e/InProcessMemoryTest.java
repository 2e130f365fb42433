package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys without end, whose buckets are not full for a day, in a process with a small heap. */
class InProcessMemoryTest {
  private static final String SOURCE =
      """
      public class Shop {
        static void pay(String user) {}

        public static void main(String[] arguments) {
          int paid = 0;
          for (int i = 0; i < 700_000; i++) {
            pay("user-" + i);
            paid++;
          }
          System.out.println("paid=" + paid);
        }
      }
      """;
  private static final String LIMIT =
      "ratelimit.limits.pay { method = \"Shop.pay(..)\", key = \"{0}\", capacity = 1, refill = 1/d }\n";

  @TempDir Path folder;

  @Test
  void withoutRedis_theApplicationKeepsItsMemory() throws IOException {
    assertEndsWell(LIMIT);
  }

  @Test
  void inProcessWhileRedisIsAway_theApplicationKeepsItsMemory() throws IOException {
    int nobodyListens;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobodyListens = socket.getLocalPort();
    }
    assertEndsWell(
        LIMIT
            + ("ratelimit.redis { uri = \"redis://127.0.0.1:%s\", on-redis-failure = in-process,"
                    + " expected-processes = 1 }\n")
                .formatted(nobodyListens));
  }

  private void assertEndsWell(String config) throws IOException {
    Path classes = Compiler.compile8(folder, Map.of("Shop.java", SOURCE));

    AgentRun.Result result =
        AgentRun.on(Jdk.all().get(0))
            .config(config)
            .option("-Xmx64m")
            .classPath(classes.toString())
            .run("Shop");

    assertThat(result.exitCode()).as("%s", result).isZero();
    assertThat(result.lines()).containsExactly("paid=700000");
    assertThat(result.stderr())
        .contains("buckets that were not full were forgotten")
        .doesNotContain("OutOfMemoryError");
  }
}
