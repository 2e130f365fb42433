package io.github.ratelimitagent.store.redis;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.testing.RecordedLog;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.Jedis;

/** Stores and claims as most of these tests want them. */
final class Stores {
  /** So long that only a test of a fault meets it. */
  static final Duration PATIENT = Duration.ofSeconds(10);

  static final String TEMPLATE = "user:{userId}";

  private Stores() {}

  static RedisOptions.Builder patient(String uri) {
    return RedisOptions.builder(uri)
        .deadline(PATIENT)
        .firstCallWait(PATIENT)
        .connectTimeout(PATIENT);
  }

  static RedisOptions.Builder quick(String uri) {
    return RedisOptions.builder(uri)
        .deadline(Duration.ofMillis(100))
        .firstCallWait(PATIENT)
        .connectTimeout(Duration.ofMillis(500));
  }

  static RedisStore start(RedisOptions.Builder options) {
    return start(options, new RecordedLog());
  }

  static RedisStore start(RedisOptions.Builder options, Log log) {
    return RedisStore.start(options.build(), new AgentThreads(), log);
  }

  /** One permit of a bucket that hardly refills. */
  static List<Claim> claim(String key, long capacity) {
    BucketSpec spec = new BucketSpec(capacity, 1, SECONDS.toMicros(86_400));
    Limit limit = Limit.builder("per-user", spec).key(Template.parse(TEMPLATE)).build();
    return List.of(new Claim(limit, key, spec, 1, 0));
  }

  /** The decision, or the failure's message. */
  static Object tryAcquire(RedisStore store, List<Claim> claims) {
    try {
      return store.acquire(claims);
    } catch (StoreException e) {
      return e;
    }
  }

  static boolean isAllowed(RedisStore store, List<Claim> claims) {
    return tryAcquire(store, claims) instanceof Decision decision && decision.isAllowed();
  }

  static Jedis client(int port) {
    return new Jedis("127.0.0.1", port, 5_000);
  }

  /** Whole tokens that the server holds for a key. */
  static long tokens(Jedis client, String key) {
    String tokens = client.hget("ratelimit:" + key, "tokens");
    return tokens == null ? -1 : (long) Double.parseDouble(tokens);
  }

  /** How often the server has run {@code command}. */
  static long calls(Jedis client, String command) {
    return client
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("^[^:]*:calls=(\\d+).*", "$1")))
        .sum();
  }
}
