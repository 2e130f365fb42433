package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.config.RedisSettings;
import io.github.ratelimitagent.config.Settings;
import java.io.File;

/** What the agent has begun to do, in a line for who asked for more than warnings. */
final class StartText {
  private StartText() {}

  static String of(File file, Settings settings) {
    int count = settings.limits().size();
    int disabled = settings.disabled().size();
    RedisSettings redis = settings.redis();
    return file
        + ": "
        + count
        + (count == 1 ? " limit" : " limits")
        + (disabled == 0 ? "" : " (and " + disabled + " disabled)")
        + ", buckets "
        + (redis == null
            ? "in this process alone"
            : "in Redis at " + redis + " under \"" + redis.keyPrefix() + "\"");
  }
}
