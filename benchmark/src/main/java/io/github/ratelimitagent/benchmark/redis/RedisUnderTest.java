package io.github.ratelimitagent.benchmark.redis;

import io.github.ratelimitagent.testapp.demo.CannotRunException;
import io.github.ratelimitagent.testapp.demo.Cleanup;
import io.github.ratelimitagent.testapp.demo.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The Redis that a benchmark uses: its own, on a free port of the loopback interface, or one that
 * was named.
 */
public record RedisUnderTest(String uri, String version) {
  private static final Pattern VERSION = Pattern.compile("redis_version:(\\S+)");

  /** Starts one unless {@code named} is the URI of one. */
  public static RedisUnderTest open(@Nullable String named, Cleanup cleanup)
      throws IOException, InterruptedException, CannotRunException {
    if (named != null) {
      return new RedisUnderTest(named, version(named));
    }
    RedisServer server = cleanup.later(RedisServer.start(cleanup.temporaryDirectory()));
    String source = server.name + ", persistence off";
    return new RedisUnderTest(server.address(), version(server.address()) + " (" + source + ")");
  }

  private static String version(String uri) throws CannotRunException {
    try (Jedis redis = new Jedis(URI.create(uri))) {
      Matcher version = VERSION.matcher(redis.info("server"));
      return version.find() ? version.group(1) : "unknown";
    } catch (JedisException | IllegalArgumentException unusable) {
      throw new CannotRunException(
          "no Redis answers at the address given with --redis: " + unusable.getMessage());
    }
  }
}
