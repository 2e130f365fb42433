package io.github.ratelimitagent.benchmark.redis;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.store.DenialCache;
import io.github.ratelimitagent.store.LeaseStore;
import io.github.ratelimitagent.store.redis.RedisOptions;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/** One of the ways to ask a Redis for a permit that are measured beside each other. */
interface Contender {
  /** What the others are compared with: a round trip and nothing else. */
  String YARDSTICK = "PING";

  /** All of them, the yardstick first, then ours, then the peers. */
  static List<Contender> all() {
    return List.of(
        new Ping(),
        new ScriptOnly(),
        new Ours("ratelimit-agent", 0, store -> remembering(store)),
        new Ours("ratelimit-agent, lease = 100", 100, s -> leasing(remembering(s))),
        new Ours("ratelimit-agent, denials not remembered", 0, store -> store),
        new Bucket4jContender(Bucket4jContender.Mode.DEFAULT),
        new Bucket4jContender(Bucket4jContender.Mode.BATCHING),
        new Bucket4jContender(Bucket4jContender.Mode.DELAYING),
        new Bucket4jContender(Bucket4jContender.Mode.PREDICTING),
        new RedissonContender());
  }

  private static BucketStore remembering(BucketStore store) {
    return new DenialCache(store, nanos());
  }

  private static BucketStore leasing(BucketStore store) {
    return new LeaseStore(store, RedisOptions.DEFAULT_DEADLINE, nanos());
  }

  private static LongSupplier nanos() {
    return System::nanoTime;
  }

  /** The keys of a session's buckets. */
  static List<String> keys(String prefix, int buckets) {
    String[] keys = new String[buckets];
    Arrays.setAll(keys, i -> prefix + i);
    return List.of(keys);
  }

  String name();

  /** Whether it never admits more than the bucket gives, whatever other processes do. */
  boolean isExact();

  /**
   * Connects to the Redis at {@code uri}.
   *
   * @param prefix what the names of all its keys contain
   */
  Session open(String uri, String prefix, Scenario scenario) throws Exception;

  /** A contender at work on the buckets of one scenario. Safe for many threads. */
  interface Session extends AutoCloseable {
    /** Asks for one permit; answers whether it was given. Fails when nobody could tell. */
    boolean acquire(int bucket) throws Exception;

    @Override
    void close() throws Exception;
  }
}
