package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application whose heap is full again and again while many threads call limited methods. */
class FullHeapTest {
  private static final int SECONDS = 2;
  private static final int CAPACITY = 100;
  private static final int REFILL_PER_SECOND = 500;

  private static final String SOURCE =
      """
      import java.util.concurrent.atomic.AtomicLong;

      public class Shop {
        static final int THREADS = 8;
        static final AtomicLong PAID = new AtomicLong();
        static final AtomicLong SENT = new AtomicLong();

        static void pay() {}

        static void send() {}

        public static void main(String[] arguments) throws Exception {
          for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(
                i % 2 == 0 ? () -> forEver(Shop::pay, PAID) : () -> forEver(Shop::send, SENT));
            thread.setDaemon(true);
            thread.start();
          }
          Thread.sleep(1_000);
          long end = System.nanoTime() + 5_000_000_000L;
          while (System.nanoTime() - end < 0) {
            fillHeap();
            Thread.sleep(50);
          }
          // what was under way then has been given up
          Thread.sleep(1_000);
          long begin = System.nanoTime();
          long paid = PAID.get();
          long sent = SENT.get();
          Thread.sleep(2_000);
          paid = PAID.get() - paid;
          sent = SENT.get() - sent;
          System.out.println("paid=" + paid);
          System.out.println("sent=" + sent);
          System.out.println("millis=" + ((System.nanoTime() - begin) / 1_000_000 + 1));
        }

        static void forEver(Runnable call, AtomicLong made) {
          while (true) {
            try {
              call.run();
              made.incrementAndGet();
            } catch (RuntimeException | Error deniedOrOutOfMemory) {
              // on to the next
            }
          }
        }

        /** To the last word, for 20 ms. */
        static void fillHeap() {
          Object[] head = null;
          for (int size = 1 << 22; size >= 1; size >>= 2) {
            try {
              while (true) {
                Object[] array = new Object[size + 1];
                array[0] = head;
                head = array;
              }
            } catch (OutOfMemoryError e) {
              // smaller ones may fit
            }
          }
          long end = System.nanoTime() + 20_000_000;
          while (System.nanoTime() - end < 0 && head != null) {}
        }
      }
      """;

  @TempDir Path folder;

  static Iterable<Jdk> jdks() {
    return Jdk.all();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void afterwards_bothLimitsHoldAndLetThroughWhatTheyMay(Jdk jdk) throws IOException {
    Path classes = Compiler.compile8(folder, Map.of("Shop.java", SOURCE));

    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(config())
            .option("-Xmx40m", "-XX:+UseSerialGC")
            .classPath(classes.toString())
            .run("Shop");

    assertThat(result.exitCode()).as("%s", result).isZero();
    Map<String, Long> figures =
        result.lines().stream()
            .map(line -> line.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> Long.parseLong(pair[1])));
    // and what a lease still holds
    long bound = 2 * CAPACITY + REFILL_PER_SECOND * figures.get("millis") / 1_000 + 1;
    // what comes while nobody asks a full bucket is lost, and a machine may be busy
    long least = REFILL_PER_SECOND * SECONDS / 10;
    assertThat(figures.get("paid")).as("%s", result).isBetween(least, bound);
    assertThat(figures.get("sent")).as("%s", result).isBetween(least, bound);
  }

  private static String config() {
    return """
        ratelimit {
          redis { uri = "%s", key-prefix = "%s", deadline = 100 ms, on-redis-failure = deny }
          limits {
            pay { method = "Shop.pay()", key = "pay", capacity = %3$d, refill = %4$d/s }
            send {
              method = "Shop.send()", key = "send", capacity = %3$d, refill = %4$d/s, lease = 50
            }
          }
        }
        """
        .formatted(TestRedis.uri(), TestRedis.freshPrefix(), CAPACITY, REFILL_PER_SECOND);
  }
}
