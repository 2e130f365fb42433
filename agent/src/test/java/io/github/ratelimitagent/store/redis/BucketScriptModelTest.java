package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.store.ReferenceBuckets;
import io.github.ratelimitagent.testing.TestRedis;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.RedisClient;

/**
 * Random histories on the script, in the server's own interpreter and with its clock held, answer
 * for answer and hash for hash as {@link ReferenceBuckets} has them.
 */
final class BucketScriptModelTest {
  private static final int HISTORIES = 60;

  private static RedisClient redis;

  @BeforeAll
  static void connect() {
    redis = RedisClient.create(TestRedis.uri());
  }

  @AfterAll
  static void disconnect() {
    redis.close();
  }

  /** The same histories in every run, and a few new ones whose seed the failure shows. */
  static LongStream seeds() {
    return LongStream.concat(
        LongStream.range(0, HISTORIES), new Random().longs(5, HISTORIES, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void randomHistory_answersAndHashesAsTheReference(long seed) {
    new ScriptHistory(redis, seed).play();
  }
}
