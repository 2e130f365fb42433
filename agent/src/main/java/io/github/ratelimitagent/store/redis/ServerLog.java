package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Log;
import org.jspecify.annotations.Nullable;

/** Says when a server cannot be used and when it can again, each once. Safe for many threads. */
final class ServerLog {
  private final String name;
  private final Log log;
  private @Nullable String said;

  /**
   * @param name the server, as messages name it
   */
  ServerLog(String name, Log log) {
    this.name = name;
    this.log = log;
  }

  synchronized void unusable(String reason) {
    if (!reason.equals(said)) {
      said = reason;
      log.warn(
          "Redis at "
              + name
              + " cannot be used: "
              + reason
              + "; until it can, calls follow on-redis-failure");
    }
  }

  synchronized void usable() {
    if (said != null) {
      said = null;
      // as loud as its end was: who has read the one waits for the other
      log.warn("Redis at " + name + " can be used again");
    }
  }
}
