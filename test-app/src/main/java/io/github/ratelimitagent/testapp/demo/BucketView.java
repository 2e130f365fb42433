package io.github.ratelimitagent.testapp.demo;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bucket as any client of Redis sees it. For one thread at a time. */
final class BucketView implements Closeable {
  private static final double MICROS_PER_SECOND = 1e6;

  final String key;
  private final RedisConnection redis;
  private final Bound bound;

  BucketView(RedisUri uri, String key, Bound bound) throws IOException {
    this.redis = new RedisConnection(uri);
    this.key = key;
    this.bound = bound;
  }

  /** Removes the bucket, so that it starts full. */
  void fill() throws IOException {
    redis.call("DEL", key);
  }

  /** What the bucket holds now, in the time of this process. */
  Sample sample() throws IOException {
    long sentNanos = System.nanoTime();
    long sentMicros = System.currentTimeMillis() * 1000;
    redis.send("TIME");
    redis.send("HMGET", key, "tokens", "last_refill");
    List<@Nullable String> time = redis.receive();
    List<@Nullable String> fields = redis.receive();
    // The server read its clock somewhere between sending and now; the middle is the best guess.
    long micros = sentMicros + (System.nanoTime() - sentNanos) / 2000;
    String tokens = fields.get(0);
    String lastRefill = fields.get(1);
    if (tokens == null || lastRefill == null) {
      return new Sample(micros, bound.capacity);
    }
    double serverMicros = number(time.get(0)) * MICROS_PER_SECOND + number(time.get(1));
    long age = Math.round(serverMicros - number(lastRefill) * MICROS_PER_SECOND);
    return new Sample(micros, bound.refilled(number(tokens), age));
  }

  private static double number(@Nullable String value) {
    return value == null ? 0 : Double.parseDouble(value);
  }

  /** How many connections of agents the server has, -1 when we may not know. */
  int agents() throws IOException {
    String clients;
    try {
      clients = redis.call("CLIENT", "LIST").get(0);
    } catch (IOException mayNotAsk) {
      return -1;
    }
    int agents = 0;
    for (String client : String.valueOf(clients).split("\n", -1)) {
      agents += client.contains(" name=ratelimit-agent") ? 1 : 0;
    }
    return agents;
  }

  /** The version of the server, empty when we may not know. */
  String serverVersion() throws IOException {
    return info("server", "redis_version:");
  }

  /** What a person would ask redis-cli about the bucket, command and answer. */
  List<String[]> describe() throws IOException {
    List<String[]> shown = new ArrayList<>();
    shown.add(
        new String[] {"HGETALL " + key, String.join("  ", words(redis.call("HGETALL", key)))});
    shown.add(new String[] {"PTTL " + key, redis.call("PTTL", key).get(0) + " (ms)"});
    String scripts = info("commandstats", "cmdstat_evalsha:");
    if (!scripts.isEmpty()) {
      shown.add(new String[] {"INFO commandstats", "evalsha " + scripts.split(",", 2)[0]});
    }
    return shown;
  }

  private static List<String> words(List<@Nullable String> reply) {
    List<String> words = new ArrayList<>();
    for (String word : reply) {
      words.add(String.valueOf(word));
    }
    return words.isEmpty() ? java.util.Collections.singletonList("(no such key)") : words;
  }

  private String info(String section, String field) throws IOException {
    String info;
    try {
      info = redis.call("INFO", section).get(0);
    } catch (IOException mayNotAsk) {
      return "";
    }
    for (String line : String.valueOf(info).split("\r?\n", -1)) {
      if (line.startsWith(field)) {
        return line.substring(field.length());
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    redis.close();
  }
}
