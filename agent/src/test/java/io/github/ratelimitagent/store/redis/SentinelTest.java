package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.SentinelSetup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A master that the sentinels tell, and that they replace. */
class SentinelTest {
  private static final Duration FAILOVER = Duration.ofSeconds(30);

  private final List<Claim> claims = claim("user:1", 10_000);

  @Test
  void acquire_sentinelsAndServersWithLogins_findsTheMaster() {
    try (SentinelSetup setup =
            SentinelSetup.builder()
                .user("app", "data-secret")
                .sentinelPassword("sentinel-secret")
                .start();
        RedisStore store =
            Stores.start(
                Stores.patient(uri(setup))
                    .login("app", "data-secret")
                    .sentinelLogin(null, "sentinel-secret"))) {
      assertThat(tryAcquire(store, claims)).isInstanceOf(Decision.class);
      try (Jedis master = setup.master().connect()) {
        assertThat(Stores.tokens(master, "user:1")).isEqualTo(9_999);
      }
    }
  }

  @Test
  void failover_byTheSentinels_callsGoToTheNewMaster() {
    try (SentinelSetup setup = SentinelSetup.start();
        RedisStore store = Stores.start(Stores.quick(uri(setup)))) {
      assertThat(isAllowed(store, claims)).isTrue();

      RedisProcess second = setup.failover();

      awaitCallsAt(store, second);
    }
  }

  @Test
  void masterKilled_callsGoToTheNewMaster() {
    RecordedLog log = new RecordedLog();
    try (SentinelSetup setup = SentinelSetup.start();
        RedisStore store = Stores.start(Stores.quick(uri(setup)), log)) {
      RedisProcess first = setup.master();
      assertThat(isAllowed(store, claims)).isTrue();

      first.kill();

      awaitCallsAt(store, setup.awaitNewMaster(first));
      assertThat(log.lines())
          .anyMatch(line -> line.contains("cannot be used"))
          .anyMatch(line -> line.contains("can be used again"));
    }
  }

  @Test
  void masterHangsAndComesBack_itIsLeftForTheNewOne() {
    try (SentinelSetup setup = SentinelSetup.start();
        RedisStore store = Stores.start(Stores.quick(uri(setup)))) {
      RedisProcess first = setup.master();
      assertThat(isAllowed(store, claims)).isTrue();

      first.pause();
      RedisProcess second = setup.awaitNewMaster(first);
      first.resume();

      awaitCallsAt(store, second);
    }
  }

  @Test
  void sentinelsHang_twoOfThree_theThirdIsAsked() {
    try (SentinelSetup setup = SentinelSetup.start()) {
      setup.sentinels().get(0).pause();
      setup.sentinels().get(1).pause();
      try (RedisStore store = Stores.start(Stores.patient(uri(setup)))) {
        assertThat(tryAcquire(store, claims)).isInstanceOf(Decision.class);
      }
      setup.sentinels().get(0).resume();
      setup.sentinels().get(1).resume();
    }
  }

  @Test
  void masterUnknown_messageNamesTheSentinelAndTheName() {
    try (SentinelSetup setup = SentinelSetup.start();
        RedisStore store =
            Stores.start(
                Stores.patient("redis+sentinel://" + setup.sentinelAddresses() + "/other"))) {
      assertThat(tryAcquire(store, claims).toString())
          .contains("knows no master other", setup.sentinels().get(0).address());
    }
  }

  @Test
  void addressOfASentinel_withoutSaying_isTold() {
    try (SentinelSetup setup = SentinelSetup.start();
        RedisStore store =
            Stores.start(Stores.patient("redis://" + setup.sentinels().get(0).address()))) {
      assertThat(tryAcquire(store, claims).toString()).contains("redis+sentinel://");
    }
  }

  @Test
  void addressOfAServer_asIfItWereASentinel_isTold() {
    try (RedisProcess plain = RedisProcess.start();
        RedisStore store =
            Stores.start(Stores.patient("redis+sentinel://" + plain.address() + "/main"))) {
      assertThat(tryAcquire(store, claims).toString())
          .contains(plain.address() + ": it is not a sentinel; write the port of the sentinels");
    }
  }

  private void awaitCallsAt(RedisStore store, RedisProcess master) {
    await()
        .atMost(FAILOVER)
        .untilAsserted(
            () -> {
              assertThat(isAllowed(store, claims)).isTrue();
              try (Jedis client = master.connect()) {
                assertThat(Stores.calls(client, "evalsha")).isPositive();
                assertThat(client.clientList()).contains("name=ratelimit-agent");
              }
            });
  }

  private static String uri(SentinelSetup setup) {
    return "redis+sentinel://" + setup.sentinelAddresses() + "/" + SentinelSetup.MASTER_NAME;
  }
}
