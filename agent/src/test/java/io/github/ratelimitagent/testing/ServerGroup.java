package io.github.ratelimitagent.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Servers that belong together, and end together. */
final class ServerGroup implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<RedisProcess> servers = new ArrayList<>();

  RedisProcess start(RedisCommand command) {
    RedisProcess server = RedisProcess.start(command);
    servers.add(server);
    return server;
  }

  /** Waits for {@code condition}; until then an exception of it is a no. */
  void await(String what, Callable<Boolean> condition) {
    try {
      Awaitility.await(what)
          .pollInSameThread()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(25))
          .ignoreExceptions()
          .until(condition);
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException(e.getMessage() + "\n" + logs(), e);
    }
  }

  @Override
  public void close() {
    servers.forEach(RedisProcess::close);
  }

  private String logs() {
    return servers.stream()
        .map(server -> "--- " + server.address() + "\n" + server.log())
        .collect(Collectors.joining("\n"));
  }
}
