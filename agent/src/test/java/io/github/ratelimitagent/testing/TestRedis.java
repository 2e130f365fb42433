package io.github.ratelimitagent.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The real Redis that the tests of one JVM share: started with the first use on loopback, stopped
 * with the JVM, never saved.
 *
 * <p>Taken from the first of these that works; {@code -Dratelimit.test.redis.source=} forces one:
 *
 * <ol>
 *   <li>{@code uri}: {@code -Dratelimit.test.redis=redis://...} or {@code RATELIMIT_TEST_REDIS}
 *   <li>{@code testcontainers}, where Docker runs; image {@code RATELIMIT_TEST_REDIS_IMAGE}
 *   <li>{@code path}: {@code redis-server} on the PATH
 *   <li>{@code bundled}: the 6.2 binary in the test dependency embedded-redis
 * </ol>
 *
 * <p>Tests share the server, so each takes a {@link #freshPrefix()} for its keys and sets nothing
 * that concerns the whole server; a test that must do so starts a {@link RedisProcess}.
 */
public final class TestRedis {
  private static final String SOURCE_PROPERTY = "ratelimit.test.redis.source";
  private static final AtomicLong PREFIXES = new AtomicLong();

  private TestRedis() {}

  /** The server's address, with credentials if the given one has any. */
  public static String uri() {
    return Started.SERVER.uri;
  }

  /** Which of the sources the server is from. */
  public static String source() {
    return Started.SERVER.source;
  }

  /** A prefix for keys that no other test of this or another run uses. */
  public static String freshPrefix() {
    return "test:" + Long.toString(System.nanoTime(), 36) + ":" + PREFIXES.incrementAndGet() + ":";
  }

  static Optional<String> forcedSource() {
    String source = System.getProperty(SOURCE_PROPERTY);
    return source == null || source.isEmpty()
        ? Optional.empty()
        : Optional.of(source.toLowerCase(Locale.ROOT));
  }

  /** Starts the server; the first of {@code sources} that works. */
  static Server start(List<? extends Source> sources) {
    List<String> reasons = new ArrayList<>();
    for (Source source : sources) {
      try {
        Server server = source.start();
        String others = reasons.isEmpty() ? "" : "; not " + String.join("; not ", reasons);
        System.err.println("Redis of the tests: " + server.description + others);
        return server;
      } catch (Unusable e) {
        reasons.add(source + " (" + e.getMessage() + ")");
      }
    }
    throw new IllegalStateException(
        "no Redis for the tests: not " + String.join("; not ", reasons));
  }

  /** A way to get a server. */
  interface Source {
    Server start() throws Unusable;
  }

  /** Why a source gives no server. */
  static final class Unusable extends Exception {
    Unusable(String reason) {
      super(reason);
    }
  }

  /** A server that runs until the JVM ends. */
  static final class Server {
    final String uri;
    final String source;
    private final String description;

    Server(String uri, String source, String description) {
      this.uri = uri;
      this.source = source;
      this.description = description;
    }
  }

  private static final class Started {
    static final Server SERVER = start(TestRedisSource.wanted(forcedSource()));
  }
}
