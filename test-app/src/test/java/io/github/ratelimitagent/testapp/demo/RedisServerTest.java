package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's own Redis, and the bucket as the demo sees it there. */
class RedisServerTest {
  private static final String KEY = "ratelimit-demo:user:user-42";
  private static RedisServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    server = RedisServer.start(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void sample_noBucket_isFull() throws Exception {
    try (BucketView bucket = view()) {
      bucket.fill();
      assertThat(bucket.sample().tokens).isEqualTo(10);
    }
  }

  @Test
  void sample_addsTheRefillSinceTheLastWrite() throws Exception {
    try (BucketView bucket = view();
        RedisConnection redis = new RedisConnection(server.uri)) {
      double now = Double.parseDouble(redis.call("TIME").get(0));
      redis.call("HSET", KEY, "tokens", "2.5", "last_refill", String.format("%.0f", now - 1));
      Sample sample = bucket.sample();
      // the server's fraction of a second adds up to 5 tokens, and so does a slow machine
      assertThat(sample.tokens).isBetween(2.5 + 5, 10.0);
      assertThat(sample.micros / 1e6).isCloseTo(System.currentTimeMillis() / 1e3, within(5.0));
      redis.call("HSET", KEY, "last_refill", String.format("%.0f", now + 1_000));
      assertThat(bucket.sample().tokens).isEqualTo(2.5);
    }
  }

  @Test
  void describe_showsTheHashAndItsExpiry() throws Exception {
    try (BucketView bucket = view();
        RedisConnection redis = new RedisConnection(server.uri)) {
      redis.call("DEL", KEY);
      redis.call("HSET", KEY, "tokens", "0.25", "last_refill", "1700000000.123456");
      redis.call("PEXPIRE", KEY, "60000");
      Map<String, String> shown =
          bucket.describe().stream().collect(Collectors.toMap(line -> line[0], line -> line[1]));
      assertThat(shown.get("HGETALL " + KEY))
          .isEqualTo("tokens  0.25  last_refill  1700000000.123456");
      assertThat(Long.parseLong(shown.get("PTTL " + KEY).replace(" (ms)", "")))
          .isBetween(1L, 60_000L);
    }
  }

  @Test
  void call_errorReply_isAnIoException() throws Exception {
    try (RedisConnection redis = new RedisConnection(server.uri)) {
      assertThatThrownBy(() -> redis.call("NOSUCH"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("unknown command");
      assertThat(redis.call("PING")).containsExactly("PONG");
    }
  }

  @Test
  void agents_countsConnectionsByTheirName() throws Exception {
    try (BucketView bucket = view();
        RedisConnection redis = new RedisConnection(server.uri)) {
      assertThat(bucket.agents()).isZero();
      redis.call("CLIENT", "SETNAME", "ratelimit-agent");
      assertThat(bucket.agents()).isEqualTo(1);
    }
  }

  @Test
  void close_endsTheServer(@TempDir Path directory) throws Exception {
    RedisServer other = RedisServer.start(directory);
    other.close();
    assertThatThrownBy(() -> new RedisConnection(other.uri)).isInstanceOf(IOException.class);
  }

  private static BucketView view() throws IOException {
    return new BucketView(server.uri, KEY, new Bound(10, 5));
  }
}
