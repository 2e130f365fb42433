package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;

/**
 * The server's clock in the hands of a test: the product's script word for word, but that TIME is
 * read from a hash that the test sets, and that the expiry is kept in a third field of the bucket,
 * {@code ttl}, because the server's own clock goes on.
 */
final class HeldClock {
  private static final long START = 1_780_000_000_000_000L;

  private final RedisClient redis;
  private final String key;
  private long nowMicros = START;

  HeldClock(RedisClient redis, String prefix) {
    this.redis = redis;
    this.key = prefix + "clock";
    set(START);
  }

  BucketScript script() {
    return script(new String(BucketScript.load().text(), StandardCharsets.UTF_8));
  }

  BucketScript script(String text) {
    String held = replaceOnce(text, "call('TIME')", "call('HMGET', '" + key + "', 's', 'us')");
    held = replaceOnce(held, "call('PEXPIRE', key, ", "call('HSET', key, 'ttl', ");
    return BucketScript.of(held.getBytes(StandardCharsets.UTF_8));
  }

  static String replaceOnce(String text, String old, String replacement) {
    assertThat(text.split(Pattern.quote(old), -1)).as(old).hasSize(2);
    return text.replace(old, replacement);
  }

  /** The hash that the clock is read from. */
  String key() {
    return key;
  }

  long nowMicros() {
    return nowMicros;
  }

  void pass(long micros) {
    set(nowMicros + micros);
  }

  void set(long micros) {
    nowMicros = micros;
    redis.hset(key, fields(micros));
  }

  /** Sets the clock for the calls that follow in the pipeline. */
  void set(Pipeline pipeline, long micros) {
    nowMicros = micros;
    pipeline.hset(key, fields(micros));
  }

  private static Map<String, String> fields(long micros) {
    return Map.of(
        "s", String.valueOf(micros / 1_000_000), "us", String.valueOf(micros % 1_000_000));
  }
}
