package io.github.ratelimitagent.store;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Decision.Outcome;
import io.github.ratelimitagent.limit.FailurePolicy;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.store.redis.RedisOptions;
import io.github.ratelimitagent.store.redis.RedisStore;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class FailurePolicyStoreTest {
  private static final BucketSpec SPEC = new BucketSpec(10, 1, SECONDS.toMicros(3_600));
  private static final BucketSpec SHARE = new BucketSpec(2, 1, SECONDS.toMicros(3_600));

  private static RedisProcess server;

  private final AtomicLong now = new AtomicLong();
  private final RecordedLog log = new RecordedLog();
  private final Claim allow = claim(Limit.builder("allow", SPEC).onFailure(FailurePolicy.ALLOW), 1);
  private final Claim deny = claim(Limit.builder("deny", SPEC).onFailure(FailurePolicy.DENY), 1);
  private final Claim share = claim(Limit.builder("share", SPEC).inProcessOnFailure(SHARE), 1);
  private final Claim other = claim(Limit.builder("other", SPEC).inProcessOnFailure(SHARE), 1);
  private FailurePolicyStore store;

  @BeforeAll
  static void startServer() {
    server = RedisProcess.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void startStore() {
    server.restart();
    RedisOptions options =
        RedisOptions.builder(server.uri())
            .firstCallWait(Duration.ofSeconds(10))
            .deadline(Duration.ofSeconds(10))
            .build();
    store =
        new FailurePolicyStore(
            RedisStore.start(options, new AgentThreads(), new RecordedLog()),
            new InProcessStore(now::get, 1_000),
            log,
            now::get);
  }

  @AfterEach
  void stopStore() {
    store.close();
  }

  @Test
  void acquire_sharedStoreAnswers_policyIsOutOfPlay() {
    for (int i = 0; i < 10; i++) {
      assertThat(store.acquire(List.of(deny)).outcome()).isEqualTo(Outcome.ALLOWED);
    }
    Decision decision = store.acquire(List.of(allow, deny));

    assertThat(decision.outcome()).isEqualTo(Outcome.DENIED);
    assertThat(decision.denyingClaim()).isEqualTo(1);
    assertThat(decision.isFallback()).isFalse();
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void acquire_allowOnly_isBypassed() {
    server.kill();

    assertThat(store.acquire(List.of(allow)).outcome()).isEqualTo(Outcome.BYPASSED);
  }

  @Test
  void acquire_anyDeny_isUnavailableByThatClaim() {
    server.kill();

    Decision decision = store.acquire(List.of(allow, share, deny));

    assertThat(decision.outcome()).isEqualTo(Outcome.UNAVAILABLE);
    assertThat(decision.denyingClaim()).isEqualTo(2);
  }

  @Test
  void acquire_inProcess_isLimitedToTheShare() {
    server.kill();

    assertThat(store.acquire(List.of(share)).isAllowed()).isTrue();
    assertThat(store.acquire(List.of(share)).isAllowed()).isTrue();
    Decision denied = store.acquire(List.of(allow, other, share));

    assertThat(denied.outcome()).isEqualTo(Outcome.DENIED);
    assertThat(denied.denyingClaim()).isEqualTo(2);
    assertThat(denied.retryAfterMicros()).isEqualTo(SECONDS.toMicros(3_600));
    assertThat(denied.isFallback()).isTrue();
  }

  @Test
  void acquire_inProcessAndBlocking_waitsItsTurn() {
    server.kill();
    Claim blocking =
        claim(Limit.builder("block", SPEC).inProcessOnFailure(SHARE), 1, 3_600_000_000L);

    store.acquire(List.of(blocking));
    store.acquire(List.of(blocking));

    assertThat(store.acquire(List.of(blocking)).waitMicros()).isEqualTo(3_600_000_000L);
  }

  @Test
  void acquire_morePermitsThanTheShare_isUnavailableAndNotNever() {
    server.kill();
    Claim three = claim(Limit.builder("three", SPEC).inProcessOnFailure(SHARE), 3);
    Claim eleven = claim(Limit.builder("eleven", SPEC).inProcessOnFailure(SHARE), 11);

    assertThat(store.acquire(List.of(share, three)).outcome()).isEqualTo(Outcome.UNAVAILABLE);
    assertThat(store.acquire(List.of(share, three)).denyingClaim()).isEqualTo(1);
    assertThat(store.acquire(List.of(eleven)).outcome()).isEqualTo(Outcome.NEVER);
  }

  @Test
  void refund_takenInProcess_goesBackThereAndNotToRedis() {
    server.kill();
    List<Claim> claims = List.of(allow, share);
    store.acquire(claims);
    Decision taken = store.acquire(claims);
    server.restart();

    store.refund(claims, taken);
    server.kill();

    assertThat(store.acquire(claims).isAllowed()).isTrue();
    assertThat(store.acquire(claims).isAllowed()).isFalse();
  }

  @Test
  void refund_takenFromRedis_goesBackThere() {
    List<Claim> claims = List.of(share);
    Decision taken = store.acquire(claims);

    store.refund(claims, taken);

    assertThat(tokens("share")).isBetween(9.99, 10.0);
  }

  @Test
  void refund_bypassed_givesNothing() {
    List<Claim> claims = List.of(allow);
    store.acquire(claims);

    store.refund(claims, Decision.bypassed());

    assertThat(tokens("allow")).isLessThan(9.5);
  }

  @Test
  void refund_redisAway_isLoggedOnceAnInterval() {
    Decision taken = store.acquire(List.of(allow));
    server.kill();

    store.refund(List.of(allow), taken);
    store.refund(List.of(allow), taken);

    assertThat(log.lines()).hasSize(1);
    assertThat(log.lines().get(0)).contains("1 call", "lost");
  }

  @Test
  void failures_areLoggedOnceAnIntervalWithTheirNumber() {
    server.kill();

    for (int i = 0; i < 50; i++) {
      store.acquire(List.of(allow));
    }
    assertThat(log.lines()).hasSize(1);
    assertThat(log.lines().get(0))
        .startsWith("WARN ")
        .endsWith("; calls are let through, as on-redis-failure says");
    store.acquire(List.of(deny));
    store.acquire(List.of(share));
    now.addAndGet(SECONDS.toNanos(59));
    store.acquire(List.of(allow));
    assertThat(log.lines()).hasSize(1);
    now.addAndGet(SECONDS.toNanos(1));
    store.acquire(List.of(allow));

    assertThat(log.lines()).hasSize(2);
    assertThat(log.lines().get(1))
        .endsWith(
            "; since the last such line, 51 calls let through, 1 denied, 1 limited by this"
                + " process alone, as on-redis-failure says");
  }

  @Test
  void failures_ofOneKey_areLoggedApartFromThoseOfTheServer() {
    try (Jedis client = new Jedis(URI.create(server.uri()))) {
      client.set("ratelimit:allow", "a value of another type");
    }
    assertThat(store.acquire(List.of(allow)).outcome()).isEqualTo(Outcome.BYPASSED);
    server.kill();
    store.acquire(List.of(allow));

    assertThat(log.lines()).hasSize(2);
    assertThat(log.lines().get(0)).contains("WRONGTYPE", "limit allow");
  }

  private static double tokens(String key) {
    try (Jedis client = new Jedis(URI.create(server.uri()))) {
      return Double.parseDouble(client.hget("ratelimit:" + key, "tokens"));
    }
  }

  private static Claim claim(Limit.Builder limit, long permits) {
    return claim(limit, permits, 0);
  }

  private static Claim claim(Limit.Builder builder, long permits, long maxWaitMicros) {
    Limit limit = builder.build();
    return new Claim(limit, limit.name(), SPEC, permits, maxWaitMicros);
  }
}
