package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.now;
import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.spec;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.testing.RedisProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisDataException;

/** What the script asks of the server, counted on a server of its own: commands, writes, expiry. */
final class BucketScriptServerTest {
  private static final BucketSpec SLOW = spec(3, "1/h");

  private static RedisProcess server;
  private static RedisClient redis;

  private final ScriptStore store = new ScriptStore(redis, BucketScript.load(), "p:");

  @BeforeAll
  static void start() {
    server = RedisProcess.start();
    redis = RedisClient.create(server.uri());
  }

  @AfterAll
  static void stop() {
    redis.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    redis.flushAll();
  }

  private Map<String, Long> commandsOf(Runnable work) {
    try (Jedis admin = new Jedis("127.0.0.1", server.port())) {
      admin.configResetStat();
      work.run();
      Map<String, Long> calls = new TreeMap<>();
      for (String line : admin.info("commandstats").split("\r\n")) {
        if (line.startsWith("cmdstat_")) {
          String name = line.substring("cmdstat_".length(), line.indexOf(':'));
          calls.put(name, Long.valueOf(line.replaceAll(".*:calls=(\\d+),.*", "$1")));
        }
      }
      calls.keySet().removeIf(name -> name.startsWith("config") || name.equals("info"));
      return calls;
    }
  }

  private long changes() {
    try (Jedis admin = new Jedis("127.0.0.1", server.port())) {
      return Long.parseLong(
          admin.info("persistence").replaceAll("(?s).*rdb_changes_since_last_save:(\\d+).*", "$1"));
    }
  }

  @Test
  void acquire_allowed_isOneEvalshaAndFourCommands() {
    assertThat(commandsOf(() -> store.acquire(one("a", SLOW, 1))))
        .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "hmget", 1L, "hset", 1L, "pexpire", 1L));
  }

  @Test
  void rateLimitRedis209_floodOfDeniedCalls_writesNothingAndExtendsNothing() {
    store.acquire(one("a", SLOW, 3));
    Map<String, String> hash = redis.hgetAll("p:a");
    long changes = changes();
    long ttl = redis.pttl("p:a");

    Map<String, Long> commands =
        commandsOf(
            () -> {
              for (int i = 0; i < 100; i++) {
                assertThat(store.acquire(one("a", SLOW, 1)).isAllowed()).isFalse();
              }
            });

    assertThat(commands).isEqualTo(Map.of("evalsha", 100L, "time", 100L, "hmget", 100L));
    assertThat(changes()).isEqualTo(changes);
    assertThat(redis.hgetAll("p:a")).isEqualTo(hash);
    assertThat(redis.pttl("p:a")).isBetween(1L, ttl);
  }

  @Test
  void bucket_takesLittleMemory() {
    store.acquire(one("user:42", SLOW, 1));

    try (Jedis admin = new Jedis("127.0.0.1", server.port())) {
      assertThat(admin.memoryUsage("p:user:42")).isBetween(50L, 160L);
    }
  }

  @Test
  void acquire_severalBuckets_isOneEvalsha() {
    assertThat(commandsOf(() -> store.acquire(List.of(now("a", SLOW, 1), now("b", SLOW, 1)))))
        .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "hmget", 2L, "hset", 2L, "pexpire", 2L));
  }

  @Test
  void batch_of256_readsAndWritesEachBucketOnce() {
    BucketSpec spec = spec(1_000, "1/h");
    ScriptCall.Builder call = new ScriptCall.Builder("p:");
    for (int i = 0; i < ScriptCall.MOST_ACQUIRES; i++) {
      call.acquire(one(i % 3 == 0 ? "a" : "b", spec, 1 + i % 5));
    }

    Map<String, Long> commands =
        commandsOf(() -> assertThat(store.run(call.build()).size()).isEqualTo(256));

    assertThat(commands)
        .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "hmget", 2L, "hset", 2L, "pexpire", 2L));
  }

  @Test
  void joinedCalls_areOneEvalshaAndOneTime() {
    ScriptCall call = joined(SLOW, "a", "b", "c");

    assertThat(commandsOf(() -> assertThat(store.run(call).size()).isEqualTo(3)))
        .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "hmget", 3L, "hset", 3L, "pexpire", 3L));
  }

  @Test
  void joinedCalls_denied_writeNothing() {
    BucketSpec one = spec(1, "1/h");
    store.run(joined(one, "a", "c"));

    Map<String, Long> commands =
        commandsOf(
            () -> {
              ScriptReply reply = store.run(joined(one, "a", "b", "c"));
              assertThat(reply.decision(0, 1, false).isAllowed()).isFalse();
              assertThat(reply.decision(1, 1, false).isAllowed()).isTrue();
              assertThat(reply.decision(2, 1, false).isAllowed()).isFalse();
            });

    assertThat(commands)
        .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "hmget", 3L, "hset", 1L, "pexpire", 1L));
  }

  @Test
  void joinedCalls_wrongTypeAtOneOfTheKeys_concernsThatKeyOnly() {
    redis.set("p:b", "a string");

    ScriptReply reply = store.run(joined(SLOW, "a", "b", "c"));

    assertThat(reply.decision(0, 1, false).remaining()).isEqualTo(2);
    assertThat(reply.fault(1)).startsWith("WRONGTYPE ");
    assertThat(reply.decision(2, 1, false).remaining()).isEqualTo(2);
    assertThat(redis.get("p:b")).isEqualTo("a string");
  }

  private static ScriptCall joined(BucketSpec spec, String... keys) {
    return ScriptCall.joined(
        Stream.of(keys).map(key -> ScriptCall.acquire("p:", one(key, spec, 1))).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1000000/s, 1",
    "10, 5/s, 1",
    "10, 5/s, 10",
    "3, 6 per 60s, 3",
    "1, 1 per 30d, 1",
    "1000, 7/h, 999",
    "1000000, 1000000/s, 1"
  })
  void redisson4663_everyWrite_setsAnExpiryNotBeforeTheBucketIsFull(
      long capacity, String refill, long permits) {
    BucketSpec spec = spec(capacity, refill);
    long longestWait = 10 * spec.timeToFullMicros();

    store.acquire(one("a", spec, permits));
    assertTtlCovers("a", spec, permits);
    store.acquire(List.of(within("a", spec, capacity, longestWait)));
    assertTtlCovers("a", spec, permits + capacity);
    store.refund(one("a", spec, permits));
    assertTtlCovers("a", spec, capacity);
    store.acquire(List.of(within("a", spec, 1, longestWait), now("b", spec, 1)));
    assertTtlCovers("a", spec, capacity + 1);
    assertTtlCovers("b", spec, 1);
  }

  @Test
  void redisson4007_clockFarAheadInAHashWithoutExpiry_getsOneEvenOnADenial() {
    redis.hset("p:a", Map.of("tokens", "-5", "last_refill", "9000000000.000000"));

    assertThat(store.acquire(one("a", SLOW, 1)).isAllowed()).isFalse();

    assertTtlCovers("a", SLOW, 8);
  }

  /** The time until {@code taken} tokens are back, but for the minute that the test may take. */
  private static void assertTtlCovers(String key, BucketSpec spec, long taken) {
    long millis = taken * spec.periodMicros() / spec.refillTokens() / 1_000;
    assertThat(redis.pttl("p:" + key)).isBetween(Math.max(1, millis - 60_000), millis + 1_002);
  }

  @Test
  void shenyu6649_keyExpired_isAFullBucket() {
    BucketSpec spec = spec(5, "1000/s");
    store.acquire(one("a", spec, 5));
    assertThat(redis.exists("p:a")).isTrue();

    await().atMost(Duration.ofSeconds(10)).until(() -> !redis.exists("p:a"));

    assertThat(store.acquire(one("a", spec, 1)).remaining()).isEqualTo(4);
  }

  @Test
  void acquire_wrongTypeAtOneOfTheKeys_failsWithNothingTaken() {
    redis.set("p:b", "a string");

    assertThatThrownBy(
            () -> store.acquire(List.of(now("a", SLOW, 1), now("b", SLOW, 1), now("c", SLOW, 1))))
        .isInstanceOf(JedisDataException.class)
        .hasMessageContaining("WRONGTYPE");

    assertThat(redis.keys("*")).containsExactly("p:b");
    assertThat(redis.get("p:b")).isEqualTo("a string");
  }

  @Test
  void flaskLimiter398_userWithTheDocumentedCommandsAndKeysOnly_isEnough() {
    redis.sendCommand(
        () -> "ACL".getBytes(StandardCharsets.US_ASCII),
        "SETUSER",
        "limiter",
        "on",
        ">secret",
        "resetkeys",
        "~p:*",
        "-@all",
        "+evalsha",
        "+time",
        "+hmget",
        "+hset",
        "+pexpire");
    try (Jedis limited = new Jedis("127.0.0.1", server.port())) {
      limited.auth("limiter", "secret");
      BucketScript script = BucketScript.load();
      ScriptCall call = ScriptCall.acquire("p:", List.of(now("a", SLOW, 1), now("b", SLOW, 1)));

      Object reply = limited.evalsha(script.sha1(), call.keys(), call.args());

      assertThat(ScriptReply.of(reply).decision(0, 1, false).remaining()).isEqualTo(2);
    }
  }

  @Test
  void sha1_isTheServersNameOfTheScript() {
    BucketScript script = BucketScript.load();

    assertThat(redis.scriptLoad(new String(script.text(), StandardCharsets.UTF_8)))
        .isEqualTo(new String(script.sha1(), StandardCharsets.US_ASCII));
  }
}
