package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.testapp.e2e.SoakProcess.Said;
import io.github.ratelimitagent.testapp.e2e.SoakProcess.Seen;
import io.github.ratelimitagent.testapp.e2e.SoakProcess.State;
import io.github.ratelimitagent.testing.FaultProxy;
import io.github.ratelimitagent.testing.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * Three applications with the packaged agent, all kinds of limits, and a Redis that fails at
 * random; in the end all must add up. {@code -Dsoak.seconds=} says how long, {@code -Dsoak.seed=}
 * which faults.
 */
class SoakTest {
  private static final int PROCESSES = 3;
  private static final int CONNECTIONS = 4;
  private static final int USERS = 300;
  private static final long MOST_HEAP_GROWTH = 8_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The figures of a limit, as in the configuration below. */
  private record Figures(
      String name, int permits, int buckets, double capacity, double refill, double maxWait) {
    double bound(double seconds, int dataLosses) {
      double full = capacity + refill * maxWait;
      return buckets * (full * (1 + dataLosses) + refill * seconds);
    }
  }

  private static final List<Figures> LIMITS =
      List.of(
          new Figures("hot", 1, 1, 200, 100, 0),
          new Figures("per-user", 1, USERS, 2, 0.2, 0),
          new Figures("bulk", 3, 1, 300, 200, 0),
          new Figures("turn", 1, 1, 5, 50, 0.2),
          new Figures("twice", 1, 1, 100, 150, 0),
          new Figures("twice-user", 1, USERS, 3, 1, 0),
          new Figures("strict", 1, 1, 100, 100, 0),
          new Figures("local", 1, 1, 60, 90, 0));

  private static final String CONFIG =
      """
      ratelimit {
        summary-interval = 1d
        redis { uri = "%s", key-prefix = "soak:", connections = %d, expected-processes = 3 }
        limits {
          hot { method = ${calls}"hot()", capacity = 200, refill = 100/s }
          per-user {
            method = ${calls}"perUser(String)", key = "user:{0}", capacity = 2, refill = 12/m
          }
          bulk { method = ${calls}"bulk(int)", permits = "{0}", capacity = 300, refill = 200/s }
          turn {
            method = ${calls}"turn()", capacity = 5, refill = 50/s
            when-empty = block, max-wait = 200ms
          }
          twice { method = ${calls}"twice(String)", capacity = 100, refill = 150/s }
          twice-user {
            method = ${calls}"twice(String)", key = "twice:{0}", capacity = 3, refill = 1/s
          }
          strict {
            method = ${calls}"strict()", capacity = 100, refill = 100/s, on-redis-failure = deny
          }
          local {
            method = ${calls}"local()", capacity = 60, refill = 90/s
            on-redis-failure = in-process
          }
        }
      }
      calls = "io.github.ratelimitagent.testapp.soak.LimitedCalls."
      """;

  @TempDir Path folder;

  @Test
  void randomFaults_inTheEndEverythingAddsUp() throws Exception {
    long seconds = Long.getLong("soak.seconds", System.getenv("CI") == null ? 20 : 120);
    long seed = Long.getLong("soak.seed", new Random().nextInt(1_000_000));
    System.err.println("soak of " + seconds + " s; once more: -Dsoak.seed=" + seed);
    List<SoakProcess> processes = new ArrayList<>();
    try (RedisProcess server = RedisProcess.start();
        FaultProxy proxy = FaultProxy.to(server.port())) {
      SoakFaults faults = new SoakFaults(seed, server, proxy);
      try {
        String config = CONFIG.formatted(proxy.uri(), CONNECTIONS);
        for (int i = 0; i < PROCESSES; i++) {
          processes.add(new SoakProcess(config, seconds, folder, i));
        }
        long faultsEnd = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds - 3);
        while (System.nanoTime() - faultsEnd < 0) {
          faults.next();
        }
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(connections(server)).isBetween(1L, (long) PROCESSES * CONNECTIONS));
        for (SoakProcess process : processes) {
          assertThat(process.end(seconds + 60)).as("faults: %s", faults.done()).isEmpty();
        }
        await().atMost(PATIENCE).until(() -> connections(server) == 0);
      } finally {
        processes.forEach(SoakProcess::stop);
      }
      processes.forEach(SoakTest::assertAccount);
      processes.forEach(SoakTest::assertFlat);
      assertBounds(processes, faults);
    }
  }

  /** The application and its agent must have counted the same. */
  private static void assertAccount(SoakProcess process) {
    for (Figures limit : LIMITS) {
      Seen seen = process.seen.get(limit.name);
      Said said = process.said.get(limit.name);
      assertThat(said).as("%s was denied or bypassed at least once", limit.name).isNotNull();
      assertThat(said.granted() + said.hereAllowed() + said.bypassed())
          .as("%s: the application saw %s, the agent says %s", limit.name, seen, said)
          .isEqualTo(seen.allowed());
      assertThat(said.denied() + said.unanswered() + said.hereDenied())
          .as("%s: the application saw %s, the agent says %s", limit.name, seen, said)
          .isEqualTo(seen.denied());
    }
  }

  private static void assertFlat(SoakProcess process) {
    int third = process.states.size() / 3;
    List<State> first = process.states.subList(0, third);
    List<State> last = process.states.subList(process.states.size() - third, process.states.size());
    assertThat(last.stream().mapToLong(State::heapBytes).min().orElseThrow())
        .as("heap in use: %s", process.states)
        .isLessThan(
            first.stream().mapToLong(State::heapBytes).min().orElseThrow() + MOST_HEAP_GROWTH);
    assertThat(last.stream().mapToLong(State::threads).min().orElseThrow())
        .as("threads: %s", process.states)
        .isLessThanOrEqualTo(first.stream().mapToLong(State::threads).max().orElseThrow());
  }

  /** What Redis has granted must not exceed what the buckets held. */
  private static void assertBounds(List<SoakProcess> processes, SoakFaults faults) {
    long first = processes.stream().mapToLong(process -> process.firstMillis).min().orElseThrow();
    long last = processes.stream().mapToLong(process -> process.lastMillis).max().orElseThrow();
    double seconds = (last - first) / 1e3;
    for (Figures limit : LIMITS) {
      Said all =
          processes.stream()
              .map(process -> process.said.get(limit.name))
              .reduce(Said::plus)
              .orElseThrow();
      double bound = limit.bound(seconds, faults.dataLosses());
      System.err.printf(
          "soak %s: %d granted x %d, bound %.0f; %d denied, %d bypassed, %d unanswered, %d + %d"
              + " in-process%n",
          limit.name,
          all.granted(),
          limit.permits,
          bound,
          all.denied(),
          all.bypassed(),
          all.unanswered(),
          all.hereAllowed(),
          all.hereDenied());
      assertThat((double) all.granted() * limit.permits)
          .as("%s after %s", limit.name, faults.done())
          .isLessThanOrEqualTo(bound);
      // each process has a third
      assertThat((double) all.hereAllowed()).isLessThanOrEqualTo(limit.bound(seconds, 0));
    }
    System.err.println("soak: " + faults.done().size() + " faults: " + faults.done());
  }

  private static long connections(RedisProcess server) {
    try (Jedis client = server.connect()) {
      return client
          .clientList()
          .lines()
          .filter(line -> line.contains("name=ratelimit-agent"))
          .count();
    }
  }
}
