package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.RedisProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Servers that answer, but not as one would wish. */
class RedisStoreServerErrorsTest {
  private static final Duration RECOVERY = Duration.ofSeconds(10);

  private final List<Claim> claims = claim("user:1", 1_000);

  @Test
  void outOfMemory_isUnavailableUntilThereIsMemory() {
    try (RedisProcess server = RedisProcess.start();
        Jedis client = Stores.client(server.port());
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      client.configSet("maxmemory", "1");
      assertUnavailable(store, "OOM", "memory");
      assertUnavailable(store, "OOM", "memory");
      client.configSet("maxmemory", "0");

      // the server is well otherwise, and so is the connection
      assertThat(isAllowed(store, claims)).isTrue();
      assertThat(client.clientList()).containsOnlyOnce("name=ratelimit-agent");
    }
  }

  @Test
  void bucketEvicted_isAFullOne() {
    try (RedisProcess server = RedisProcess.start("--maxmemory-policy", "volatile-ttl");
        Jedis client = Stores.client(server.port());
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(tryAcquire(store, claims)).hasToString("allowed(wait 0 us, 999 left)");
      assertThat(tryAcquire(store, claims)).hasToString("allowed(wait 0 us, 998 left)");

      // less than there is in use: all that may be evicted is
      client.configSet("maxmemory", "1");
      await().until(() -> Stores.tokens(client, "user:1") < 0);
      client.configSet("maxmemory", "0");

      assertThat(tryAcquire(store, claims)).hasToString("allowed(wait 0 us, 999 left)");
    }
  }

  @Test
  void cannotSaveToDisk_isUnavailable() {
    try (RedisProcess server = RedisProcess.start();
        Jedis client = Stores.client(server.port());
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      client.configSet("save", "3600 1");
      assertThat(server.folder().toFile().delete()).isTrue();
      client.bgsave();
      await().until(() -> client.info("persistence").contains("rdb_last_bgsave_status:err"));

      assertUnavailable(store, "MISCONF", "disk");
    }
  }

  @Test
  void demotedMaster_connectionIsDroppedAndRecoversWhenPromoted() {
    try (RedisProcess master = RedisProcess.start();
        RedisProcess server = RedisProcess.start();
        Jedis client = Stores.client(server.port());
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      client.replicaof("127.0.0.1", master.port());
      await().until(() -> client.info("replication").contains("master_link_status:up"));
      assertUnavailable(store, "READONLY", "replica");
      await().untilAsserted(() -> assertUnavailable(store, "not connected", "replica"));
      assertThat(client.clientList()).doesNotContain("name=ratelimit-agent");

      client.replicaofNoOne();
      await().atMost(RECOVERY).until(() -> isAllowed(store, claims));
    }
  }

  @Test
  void replicaWithoutItsMaster_isUnavailable() {
    try (RedisProcess master = RedisProcess.start();
        RedisProcess server = RedisProcess.start("--replica-serve-stale-data", "no");
        Jedis client = Stores.client(server.port());
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();

      master.kill();
      client.replicaof("127.0.0.1", master.port());
      assertUnavailable(store, "MASTERDOWN", "replica");
      client.replicaofNoOne();

      await().atMost(RECOVERY).until(() -> isAllowed(store, claims));
    }
  }

  @Test
  void restartedServerStillLoading_isUnavailableUntilLoaded() {
    try (RedisProcess server = RedisProcess.start("--key-load-delay", "5000");
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();
      try (Jedis client = Stores.client(server.port())) {
        for (int i = 0; i < 400; i++) {
          client.set("large:" + i, "x".repeat(100_000));
        }
        client.configSet("rdbcompression", "no");
        client.save();
      }

      server.launchAgain();

      await().untilAsserted(() -> assertUnavailable(store, "LOADING", "loading"));
      await().atMost(Duration.ofSeconds(30)).until(() -> isAllowed(store, claims));
    }
  }

  @Test
  void busyWithAnotherScript_isUnavailableUntilItIsKilled() throws InterruptedException {
    try (RedisProcess server = RedisProcess.start("--lua-time-limit", "50");
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();
      Thread other =
          new Thread(
              () -> {
                try (Jedis client = Stores.client(server.port())) {
                  client.eval("while true do end");
                } catch (RuntimeException e) {
                  // killed below
                }
              });
      other.start();

      await().untilAsserted(() -> assertUnavailable(store, "BUSY", "script"));
      try (Jedis client = Stores.client(server.port())) {
        client.scriptKill();
      }
      other.join();

      assertThat(isAllowed(store, claims)).isTrue();
    }
  }

  @Test
  void cluster_isRefusedOnConnecting() {
    try (RedisProcess server = RedisProcess.start("--cluster-enabled", "yes");
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertUnavailable(store, "not connected", "Cluster");
      assertThat(store.lastConnectionFailure()).contains("Cluster");
    }
  }

  @Test
  void tooManyClients_isUnavailableAndWhatIsOpenWorks() {
    try (RedisProcess server = RedisProcess.start();
        Jedis client = Stores.client(server.port());
        RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(isAllowed(store, claims)).isTrue();
      client.configSet("maxclients", "1");

      try (RedisStore other = Stores.start(Stores.patient(server.uri()))) {
        assertUnavailable(other, "not connected", "max number of clients");
      }
      assertThat(isAllowed(store, claims)).isTrue();
    }
  }

  private void assertUnavailable(RedisStore store, String... words) {
    Object answer = tryAcquire(store, claims);
    assertThat(answer).isInstanceOf(StoreException.class);
    assertThat(((StoreException) answer).kind()).isEqualTo(StoreException.Kind.UNAVAILABLE);
    assertThat(((StoreException) answer).getMessage()).contains(words);
  }
}
