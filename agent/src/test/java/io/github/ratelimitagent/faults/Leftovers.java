package io.github.ratelimitagent.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.testing.RedisProcess;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;

/** Threads of the agent that were there before a test, so that those can be seen which it left. */
final class Leftovers {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Set<Thread> before;

  private Leftovers(Set<Thread> before) {
    this.before = before;
  }

  static Leftovers before() {
    return new Leftovers(threads());
  }

  /** Waits until no thread is left that was not there before. */
  void assertNone() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(threads())
                    .allMatch(thread -> before.contains(thread) || !thread.isAlive()));
  }

  /** How many connections of the agent a server has. */
  static long connections(RedisProcess server) {
    try (Jedis client = server.connect()) {
      return client
          .clientList()
          .lines()
          .filter(line -> line.contains("name=ratelimit-agent"))
          .count();
    }
  }

  /** Waits until a server has no connection of the agent any more. */
  static void assertNoConnection(RedisProcess server) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(connections(server)).isZero());
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("ratelimit-"))
        .collect(Collectors.toSet());
  }
}
