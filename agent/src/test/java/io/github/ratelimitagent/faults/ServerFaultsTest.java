package io.github.ratelimitagent.faults;

import static io.github.ratelimitagent.faults.Traffic.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.testing.RedisProcess;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A server that dies, hangs, forgets or refuses, under the calls of 200 threads. */
class ServerFaultsTest {
  @Test
  void springCloudGateway1634_serverKilledAndRestartedEmpty_callsFollowThePolicyAndResume() {
    try (RedisProcess server = RedisProcess.start();
        Load load = Load.start(server.uri())) {
      load.faultBegins();
      server.kill();
      load.awaitBypassed();
      server.restart();
      load.faultEnds();
      load.awaitAnswers();
      load.awaitSmallBucketEmpty(2);

      Tally tally = load.end("kill -9 and restart", server);

      assertThat(tally.granted.get()).isBetween(tally.leastGranted(2), 2L * CAPACITY);
    }
  }

  @Test
  void springCloudGateway1634_serverHangsAndGoesOn_nothingIsGivenTwice() {
    try (RedisProcess server = RedisProcess.start();
        Load load = Load.start(server.uri())) {
      load.faultBegins();
      server.pause();
      load.awaitBypassed();
      load.awaitLog("cannot be used");
      server.resume();
      load.faultEnds();
      load.awaitAnswers();

      Tally tally = load.end("SIGSTOP and SIGCONT", server);

      assertThat(tally.granted.get()).isLessThanOrEqualTo(CAPACITY);
    }
  }

  @Test
  void dataLost_bucketsAreFullOnceMore() {
    try (RedisProcess server = RedisProcess.start();
        Jedis client = server.connect();
        Load load = Load.start(server.uri())) {
      load.faultBegins();
      client.flushAll();
      load.faultEnds();
      load.awaitAnswers();
      load.awaitSmallBucketEmpty(2);

      Tally tally = load.end("FLUSHALL", server);

      assertThat(tally.granted.get()).isBetween(tally.leastGranted(2), 2L * CAPACITY);
    }
  }

  @Test
  void upstash122_pyrateLimiter182_effect2328_scriptsFlushedAllTheTime_isTransparent() {
    try (RedisProcess server = RedisProcess.start();
        Jedis client = server.connect();
        Load load = Load.start(server.uri())) {
      load.faultBegins();
      for (int i = 0; i < 20; i++) {
        client.scriptFlush();
        load.awaitAllowed(1);
      }
      load.faultEnds();
      load.awaitAnswers();

      Tally tally = load.end("SCRIPT FLUSH in a loop", server);

      assertThat(tally.granted.get()).isBetween(tally.leastGranted(1), (long) CAPACITY);
      assertThat(load.log()).noneMatch(line -> line.contains("NOSCRIPT"));
    }
  }

  @Test
  void outOfMemory_callsFollowThePolicyUntilThereIsSome() {
    try (RedisProcess server = RedisProcess.start();
        Jedis client = server.connect();
        Load load = Load.start(server.uri())) {
      load.faultBegins();
      client.configSet("maxmemory", "1");
      load.awaitBypassed();
      load.awaitLog("OOM");
      client.configSet("maxmemory", "0");
      load.faultEnds();
      load.awaitAnswers();

      Tally tally = load.end("OOM", server);

      assertThat(tally.granted.get()).isLessThanOrEqualTo(CAPACITY);
    }
  }

  @Test
  void cannotSave_callsFollowThePolicyUntilItCan() {
    try (RedisProcess server = RedisProcess.start();
        Jedis client = server.connect();
        Load load = Load.start(server.uri())) {
      load.faultBegins();
      client.configSet("save", "3600 1");
      assertThat(server.folder().toFile().delete()).isTrue();
      client.bgsave();
      await().until(() -> client.info("persistence").contains("rdb_last_bgsave_status:err"));
      load.awaitBypassed();
      load.awaitLog("MISCONF");
      client.configSet("stop-writes-on-bgsave-error", "no");
      load.faultEnds();
      load.awaitAnswers();

      Tally tally = load.end("MISCONF", server);

      assertThat(tally.granted.get()).isLessThanOrEqualTo(CAPACITY);
    }
  }

  @Test
  void restartWithALargeDataSet_callsResumeWhenItIsLoaded() {
    try (RedisProcess server = RedisProcess.start("--key-load-delay", "5000");
        Jedis client = server.connect();
        Load load = Load.start(server.uri())) {
      for (int i = 0; i < 300; i++) {
        client.set("large:" + i, "x".repeat(100_000));
      }
      client.configSet("rdbcompression", "no");
      client.save();
      load.faultBegins();
      server.launchAgain();
      load.awaitBypassed();
      load.awaitLog("LOADING");
      await().atMost(Load.PATIENCE).ignoreExceptions().until(() -> loaded(server));
      load.faultEnds();
      load.awaitAnswers();

      Tally tally = load.end("LOADING", server);

      // what was given before the save is known
      assertThat(tally.granted.get()).isLessThanOrEqualTo(CAPACITY);
    }
  }

  @Test
  void envoyRatelimit1191_bucket4j553_serverBecomesAReplica_callsResumeWhenItIsAMasterAgain() {
    try (RedisProcess master = RedisProcess.start();
        RedisProcess server = RedisProcess.start();
        Jedis client = server.connect();
        Load load = Load.start(server.uri())) {
      load.faultBegins();
      client.replicaof("127.0.0.1", master.port());
      load.awaitBypassed();
      await().atMost(Load.PATIENCE).until(() -> Leftovers.connections(server) == 0);
      // else it may be a master again before it has taken the other's data
      await()
          .atMost(Load.PATIENCE)
          .until(() -> client.info("replication").contains("master_link_status:up"));
      client.replicaofNoOne();
      load.faultEnds();
      load.awaitAnswers();
      load.awaitSmallBucketEmpty(2);

      Tally tally = load.end("READONLY", server);

      // it has taken the other server's data, which are none
      assertThat(tally.granted.get()).isLessThanOrEqualTo(2L * CAPACITY);
    }
  }

  private static boolean loaded(RedisProcess server) {
    try (Jedis client = server.connect()) {
      return client.info("persistence").contains("loading:0");
    }
  }
}
