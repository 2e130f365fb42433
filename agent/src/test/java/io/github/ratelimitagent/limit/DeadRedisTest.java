package io.github.ratelimitagent.limit;

import static io.github.ratelimitagent.limit.RejectedCalls.HOUR_MICROS;
import static io.github.ratelimitagent.limit.RejectedCalls.WORK;
import static io.github.ratelimitagent.limit.RejectedCalls.hourly;
import static io.github.ratelimitagent.limit.RejectedCalls.rejection;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.RateLimitExceededException.Reason;
import io.github.ratelimitagent.instrument.App;
import io.github.ratelimitagent.instrument.WovenJvm;
import io.github.ratelimitagent.testing.RedisProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Limited calls while the Redis of their buckets does not answer. */
class DeadRedisTest {
  private static final String QUIET = WORK + ".quiet()";
  private static final String KEYED = WORK + ".keyed(..)";

  private final App app = new App();

  private static Limit.Builder inProcess(String name, long capacity, long share) {
    return hourly(name, capacity, name)
        .inProcessOnFailure(new BucketSpec(share, 1, 3 * HOUR_MICROS));
  }

  @Test
  void shenyu6645_allow_letsEveryCallThroughAndCountsIt() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm().deadRedis().limit(hourly("open", 1, "k").build(), QUIET).install()) {
      Object work = app.create(WORK);
      for (int i = 0; i < 5; i++) {
        App.call(work, "quiet");
      }
      assertThat(jvm.counts("open").bypassed()).isEqualTo(5);
      assertThat(jvm.counts("open").allowed()).isZero();
      assertThat(jvm.messages()).anySatisfy(m -> assertThat(m).contains("calls are let through"));
    }
  }

  @Test
  void deny_rejectsAtOnceAlsoWhereItWouldWait() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .deadRedis()
            .limit(
                hourly("closed", 1, "k").block(HOUR_MICROS).onFailure(FailurePolicy.DENY).build(),
                QUIET)
            .install()) {
      Object work = app.create(WORK);
      RateLimitExceededException denied = rejection(() -> App.call(work, "quiet"));
      assertThat(denied.reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
      assertThat(denied.retryAfter()).isZero();
      assertThat(denied).hasMessageContaining("on-redis-failure = deny");
      assertThat(jvm.counts("closed").denied()).isEqualTo(1);
      assertThat(jvm.counts("closed").unanswered()).isEqualTo(1);
      assertThat(jvm.counts("closed").bypassed()).isZero();
    }
  }

  @Test
  void inProcess_limitsThisProcessToItsShare() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm().deadRedis().limit(inProcess("shared", 6, 2).build(), QUIET).install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      App.call(work, "quiet");
      RateLimitExceededException denied = rejection(() -> App.call(work, "quiet"));
      assertThat(denied.reason()).isEqualTo(Reason.EMPTY);
      // the share's refill, not the limit's
      assertThat(denied.retryAfter().toMinutes()).isBetween(170L, 180L);
      assertThat(jvm.counts("shared").allowed()).isEqualTo(2);
      assertThat(jvm.counts("shared").fallbacks()).isEqualTo(2);
      assertThat(jvm.counts("shared").fallbackDenials()).isEqualTo(1);
      assertThat(jvm.counts("shared").unanswered()).isZero();
      assertThat(jvm.counts("shared").bypassed()).isZero();
    }
  }

  @Test
  void mixture_inProcessAndAllow_theShareDecides() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .deadRedis()
            .limit(hourly("a-open", 1, "k").build(), QUIET)
            .limit(inProcess("shared", 6, 2).build(), QUIET)
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      App.call(work, "quiet");
      assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("shared");
      assertThat(jvm.counts("shared").denied()).isEqualTo(1);
      // nobody has taken a permit of it
      assertThat(jvm.counts("a-open").bypassed()).isEqualTo(2);
      assertThat(jvm.counts("a-open").allowed()).isZero();
      assertThat(jvm.counts("a-open").fallbacks()).isZero();
    }
  }

  @Test
  void mixture_withOneThatDenies_rejectsAndTakesNoShare() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .deadRedis()
            .limit(inProcess("a-shared", 6, 1).build(), QUIET, KEYED)
            .limit(hourly("closed", 1, "k").onFailure(FailurePolicy.DENY).build(), QUIET)
            .install()) {
      Object work = app.create(WORK);
      RateLimitExceededException denied = rejection(() -> App.call(work, "quiet"));
      assertThat(denied.limit()).isEqualTo("closed");
      assertThat(denied.reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
      App.call(work, "keyed", "x");
      assertThat(jvm.counts("a-shared").allowed()).isEqualTo(1);
    }
  }

  @Test
  void equalKeys_theStrictestPolicyHolds() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .deadRedis()
            .limit(hourly("a-open", 5, "same").build(), QUIET)
            .limit(hourly("closed", 5, "same").onFailure(FailurePolicy.DENY).build(), QUIET)
            .install()) {
      Object work = app.create(WORK);
      assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("closed");
      assertThat(jvm.counts("closed").denied()).isEqualTo(1);
      assertThat(jvm.counts("a-open").denied()).isZero();
    }
  }

  @Test
  void observed_neverDeniesHoweverItsPolicyIs() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .deadRedis()
            .limit(
                hourly("watched", 1, "k").observed(true).onFailure(FailurePolicy.DENY).build(),
                QUIET)
            .limit(inProcess("watched-too", 6, 1).observed(true).build(), QUIET)
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      App.call(work, "quiet");
      assertThat(jvm.counts("watched").bypassed()).isEqualTo(2);
      assertThat(jvm.counts("watched").denied()).isZero();
      assertThat(jvm.messages()).noneMatch(message -> message.contains("1 denied"));
      assertThat(jvm.counts("watched-too").observedDenials()).isEqualTo(1);
      assertThat(jvm.counts("watched-too").fallbacks()).isEqualTo(1);
    }
  }

  @Test
  void hangingServer_followsThePolicyAndRecovers() throws Throwable {
    try (RedisProcess server = RedisProcess.start();
        WovenJvm jvm =
            new WovenJvm()
                .redis(server.uri())
                .limit(hourly("open", 3, "k").build(), QUIET)
                .install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      assertThat(jvm.counts("open").allowed()).isEqualTo(1);
      server.pause();
      try {
        App.call(work, "quiet");
        assertThat(jvm.counts("open").bypassed()).isEqualTo(1);
      } finally {
        server.resume();
      }
      Awaitility.await()
          .untilAsserted(
              () -> assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("open"));
    }
  }
}
