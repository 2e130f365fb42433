package io.github.ratelimitagent.benchmark.redis;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** What buckets take in Redis. */
final class Footprint {
  private Footprint() {}

  /** Bytes of all keys that contain a text, each with all its elements counted. */
  static long bytes(Jedis redis, String part) {
    ScanParams matching = new ScanParams().match("*" + part + "*").count(1_000);
    long bytes = 0;
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      ScanResult<String> page = redis.scan(cursor, matching);
      for (String key : page.getResult()) {
        Long usage = redis.memoryUsage(key, 0);
        bytes += usage == null ? 0 : usage;
      }
      cursor = page.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    return bytes;
  }
}
