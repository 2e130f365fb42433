package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.testing.ClusterSetup;
import io.github.ratelimitagent.testing.SlotKeys;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.Jedis;

/** A cluster of three masters, and buckets in slots of it that a test has for itself. */
abstract class ClusterFixture {
  static ClusterSetup cluster;
  static int tests;

  /** A slot of each master. */
  final int first = slot(100);

  final int second = slot(6_000);
  final int third = slot(12_000);

  @BeforeAll
  static void startCluster() {
    cluster = ClusterSetup.builder().password("secret").start();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void countTests() {
    tests++;
  }

  static RedisStore start() {
    return Stores.start(login(Stores.patient(uri())));
  }

  static RedisOptions.Builder login(RedisOptions.Builder options) {
    return options.login(null, "secret");
  }

  static String uri() {
    return ClusterClaims.uri(cluster);
  }

  /** A bucket of 10 tokens for each pair of slot and name. */
  static List<Claim> claims(Object... slotsAndNames) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < slotsAndNames.length; i += 2) {
      String key = key((Integer) slotsAndNames[i], (String) slotsAndNames[i + 1]);
      claims.addAll(Stores.claim(key, 10));
    }
    return claims;
  }

  static String key(int slot, String name) {
    return SlotKeys.in(slot, tests + name);
  }

  /** One that the test has for itself, so that its master may change. */
  static int slot(int base) {
    return base + tests;
  }

  static long tokens(int slot, String name) {
    try (Jedis client = cluster.master(slot).connect()) {
      return Stores.tokens(client, key(slot, name));
    }
  }
}
