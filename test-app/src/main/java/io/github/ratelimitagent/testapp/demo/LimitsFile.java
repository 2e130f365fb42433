package io.github.ratelimitagent.testapp.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ratelimitagent.testapp.shop.PaymentService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The file that limits the application. */
final class LimitsFile {
  private static final String KEY_PREFIX = "ratelimit-demo:";

  private final Bound bound;

  LimitsFile(Bound bound) {
    this.bound = bound;
  }

  /** The key in Redis of a user's bucket. */
  static String bucketOf(String userId) {
    return KEY_PREFIX + "user:" + userId;
  }

  List<String> lines() {
    return Arrays.asList(
        "ratelimit {",
        "  redis.uri = ${REDIS_URI}",
        "  redis.key-prefix = \"" + KEY_PREFIX + "\"",
        // a call that a busy machine answers late would go through uncounted by the default
        "  redis.deadline = 2 s",
        "  redis.on-redis-failure = deny",
        "",
        "  limits {",
        "    charge-per-user {",
        "      method   = \"" + PaymentService.class.getName() + ".charge(..)\"",
        "      key      = \"user:{userId}\"",
        "      capacity = " + bound.capacity,
        "      refill   = " + bound.refillPerSecond + "/s",
        "    }",
        "  }",
        "}");
  }

  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    return Files.write(directory.resolve("limits.conf"), lines(), UTF_8);
  }
}
