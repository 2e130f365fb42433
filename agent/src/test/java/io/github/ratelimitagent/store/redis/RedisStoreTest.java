package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Decision.Outcome;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.RedisProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The store with a server that is well. */
class RedisStoreTest {
  private static RedisProcess server;
  private static Jedis client;

  private RedisStore store;

  @BeforeAll
  static void startServer() {
    server = RedisProcess.start();
    client = Stores.client(server.port());
  }

  @AfterAll
  static void stopServer() {
    client.close();
    server.close();
  }

  @BeforeEach
  void startStore() {
    client.flushAll();
    store = Stores.start(Stores.patient(server.uri()));
  }

  @AfterEach
  void stopStore() {
    store.close();
  }

  @Test
  void acquire_permitsLeft_allowsThenDenies() throws StoreException {
    List<Claim> claims = claim("user:1", 2);

    assertThat(store.acquire(claims).remaining()).isEqualTo(1);
    assertThat(store.acquire(claims).isAllowed()).isTrue();
    Decision denied = store.acquire(claims);

    assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
    assertThat(denied.retryAfterMicros()).isPositive();
    assertThat(client.keys("*")).containsExactly("ratelimit:user:1");
  }

  @Test
  void acquire_anyNumber_sendsOneEvalshaEach() throws StoreException {
    store.acquire(claim("user:1", 10));
    client.configResetStat();

    store.acquire(claim("user:1", 10));
    store.acquire(claim("user:2", 10));

    assertThat(Stores.calls(client, "evalsha")).isEqualTo(2);
    assertThat(Stores.calls(client, "eval")).isZero();
    assertThat(Stores.calls(client, "script")).isZero();
    assertThat(Stores.calls(client, "ping")).isZero();
  }

  @Test
  void acquire_keyPrefixAndDatabase_areUsed() throws StoreException {
    try (RedisStore other =
            Stores.start(Stores.patient(server.uri() + "/3").keyPrefix("shop:limits:"));
        Jedis third = Stores.client(server.port())) {
      other.acquire(claim("user:ä", 10));

      third.select(3);
      assertThat(third.keys("*")).containsExactly("shop:limits:user:ä");
      assertThat(client.keys("*")).isEmpty();
    }
  }

  @Test
  void acquire_morePermitsThanCapacity_isNeverWithoutTheServer() throws StoreException {
    Claim one = claim("user:1", 2).get(0);
    client.configResetStat();

    Decision decision = store.acquire(List.of(new Claim(one.limit(), one.key(), one.spec(), 3, 0)));

    assertThat(decision.outcome()).isEqualTo(Outcome.NEVER);
    assertThat(Stores.calls(client, "evalsha")).isZero();
  }

  @Test
  void refund_permitsTaken_canBeTakenAgain() throws StoreException {
    List<Claim> claims = claim("user:1", 1);
    store.acquire(claims);
    assertThat(store.acquire(claims).isAllowed()).isFalse();

    store.refund(claims);

    assertThat(store.acquire(claims).isAllowed()).isTrue();
  }

  @Test
  void acquire_afterScriptFlush_isTransparent() throws StoreException {
    List<Claim> claims = claim("user:1", 3);
    store.acquire(claims);
    client.scriptFlush();
    client.configResetStat();

    assertThat(store.acquire(claims).remaining()).isEqualTo(1);
    assertThat(store.acquire(claims).remaining()).isEqualTo(0);

    assertThat(Stores.calls(client, "eval")).isEqualTo(1);
  }

  @Test
  void acquire_wrongTypeAtTheKey_namesTheLimitAndNotTheKey() throws StoreException {
    client.set("ratelimit:user:secret-7", "a value of another type");

    StoreException failure =
        catchThrowableOfType(StoreException.class, () -> store.acquire(claim("user:secret-7", 3)));

    assertThat(failure.kind()).isEqualTo(StoreException.Kind.FAULT);
    assertThat(failure.getMessage())
        .contains("limit per-user", Stores.TEMPLATE, "WRONGTYPE")
        .doesNotContain("secret-7");
    assertThat(store.acquire(claim("user:2", 3)).isAllowed()).isTrue();
    assertThat(client.clientList()).containsOnlyOnce("name=ratelimit-agent");
  }

  @Test
  void acquire_threadIsInterrupted_answersAndKeepsTheFlag() throws StoreException {
    try {
      Thread.currentThread().interrupt();
      Decision decision = store.acquire(claim("user:1", 1));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      assertThat(decision.isAllowed()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void acquire_connectionClosedWhileIdle_isNoticedBeforeTheNextCall() throws StoreException {
    store.acquire(claim("user:1", 10));
    String before = ownConnection();

    client.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "normal", "SKIPME", "yes");

    await().until(() -> !ownConnection().isEmpty() && !ownConnection().equals(before));
    assertThat(store.acquire(claim("user:1", 10)).remaining()).isEqualTo(8);
  }

  @Test
  void acquire_afterClose_failsAtOnce() {
    store.close();

    StoreException failure =
        catchThrowableOfType(StoreException.class, () -> store.acquire(claim("user:1", 3)));

    assertThat(failure.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE);
    assertThat(failure.getMessage()).contains("closed");
  }

  @Test
  void awaitFirstConnection_serverThere_isTrue() {
    assertThat(store.awaitFirstConnection(Duration.ofSeconds(10))).isTrue();
    assertThat(store.lastConnectionFailure()).isNull();
  }

  /** The identity that the server gives the store's connection. */
  private static String ownConnection() {
    return client
        .clientList()
        .lines()
        .filter(line -> line.contains("name=ratelimit-agent"))
        .map(line -> line.replaceAll("^id=(\\d+) .*", "$1"))
        .findFirst()
        .orElse("");
  }
}
