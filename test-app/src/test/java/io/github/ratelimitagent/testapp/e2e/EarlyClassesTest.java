package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Denials, faults and outages initialize no class of the agent: at the end of a stack or in a full
 * heap the JVM would lose it for good.
 */
class EarlyClassesTest {
  private static final String SOURCE =
      """
      import java.io.OutputStream;
      import java.net.Socket;
      import java.nio.charset.StandardCharsets;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.nio.file.Paths;

      public class Shop {
        static void pay() {}

        static void send() {}

        static void ship() {}

        static void book() {}

        public static void main(String[] arguments) throws Exception {
          callAll(1);
          Path log = Paths.get(arguments[0]);
          long end = System.nanoTime() + 60_000_000_000L;
          while (!text(log).contains("store/redis/ServerError'") && System.nanoTime() < end) {
            Thread.sleep(20);
          }
          Mark.set();
          callAll(10);
          tellRedis(arguments[1], "SET faulty:book no-bucket");
          callAll(10);
          tellRedis(arguments[1], "CLIENT KILL TYPE normal");
          callAll(10);
          tellRedis(arguments[1], "CLIENT PAUSE 300");
          callAll(10);
          Thread.sleep(300);
          callAll(10);
          tellRedis(arguments[1], "SHUTDOWN NOSAVE");
          callAll(10);
        }

        static String text(Path file) throws Exception {
          return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        }

        static void callAll(int times) {
          for (int i = 0; i < times; i++) {
            for (Runnable call : new Runnable[] {Shop::pay, Shop::send, Shop::ship, Shop::book}) {
              try {
                call.run();
              } catch (RuntimeException denied) {
                // on to the next
              }
            }
          }
        }

        static void tellRedis(String port, String command) throws Exception {
          try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(port))) {
            OutputStream out = socket.getOutputStream();
            out.write((command + "\\r\\n").getBytes(StandardCharsets.UTF_8));
            socket.getInputStream().read();
          }
        }

        static class Mark {
          static int times = Integer.parseInt("0");

          static void set() {
            times++;
          }
        }
      }
      """;

  @TempDir Path folder;

  static Iterable<Jdk> jdks() {
    return Jdk.atLeast(17);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void noneIsInitializedByADenialOrAFailure(Jdk jdk) throws IOException {
    Path classes = Compiler.compile8(folder, Map.of("Shop.java", SOURCE));
    Path log = folder.resolve("initializations");
    AgentRun.Result result;
    try (RedisProcess redis = RedisProcess.start()) {
      result =
          AgentRun.on(jdk)
              .config(config(redis.uri()))
              .optionBeforeAgent("-Xlog:class+init=info:file=" + log)
              .classPath(classes.toString())
              .args(log.toString(), String.valueOf(redis.port()))
              .run("Shop");
    }

    assertThat(result.exitCode()).as("%s", result).isZero();
    assertThat(result.stderr()).contains("limit pay", "lost", "another type", "cannot be used");
    List<String> lines = Files.readAllLines(log);
    int mark =
        lines.indexOf(lines.stream().filter(l -> l.contains("'Shop$Mark'")).findFirst().get());
    assertThat(lines.subList(mark, lines.size()))
        .filteredOn(line -> line.contains("'io/github/ratelimitagent/"))
        .allMatch(line -> line.contains("(no method)"));
  }

  private static String config(String uri) {
    return """
        ratelimit {
          redis { uri = "%s", key-prefix = "faulty:", deadline = 100 ms, expected-processes = 1 }
          limits {
            pay { method = "Shop.pay()", key = "pay", capacity = 5, refill = 1/h }
            send { method = "Shop.send()", key = "send", capacity = 5, refill = 1/h, lease = 3
                   on-redis-failure = deny }
            ship { method = "Shop.ship()", key = "ship", capacity = 5, refill = 50/s
                   when-empty = block, max-wait = 1 s, on-redis-failure = in-process }
            book { method = "Shop.book()", key = "book", capacity = 5, refill = 1/h
                   on-redis-failure = deny }
          }
        }
        """
        .formatted(uri);
  }
}
