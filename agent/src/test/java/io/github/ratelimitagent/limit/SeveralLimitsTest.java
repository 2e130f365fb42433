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
import io.github.ratelimitagent.limit.template.Template;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several limits on one method: all or nothing, and one rejection; in both stores. */
class SeveralLimitsTest {
  private static final String QUIET = WORK + ".quiet()";
  private static final String KEYED = WORK + ".keyed(..)";

  private Object work;

  @BeforeEach
  void deploy() {
    app = new App();
  }

  private App app;

  private static WovenJvm jvm(boolean redis) {
    return redis ? new WovenJvm().redis() : new WovenJvm();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneDenies_nothingIsTakenAnywhere(boolean redis) throws Throwable {
    try (WovenJvm jvm =
        jvm(redis)
            .limit(hourly("a", 3, "a").build(), QUIET, KEYED)
            .limit(hourly("b", 1, "b").build(), QUIET)
            .limit(hourly("c", 3, "c").block(10).build(), QUIET, KEYED)
            .install()) {
      work = app.create(WORK);
      App.call(work, "quiet");
      for (int i = 0; i < 5; i++) {
        assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("b");
      }
      // both of the others still have what they had
      App.call(work, "keyed", "x");
      App.call(work, "keyed", "x");
      rejection(() -> App.call(work, "keyed", "x"));
      assertThat(jvm.counts("b").denied()).isEqualTo(5);
      assertThat(jvm.counts("a").allowed()).isEqualTo(3);
      assertThat(jvm.counts("c").allowed()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void severalDeny_theLongestRetryAfterIsTheRejection(boolean redis) throws Throwable {
    try (WovenJvm jvm =
        jvm(redis)
            .limit(Limit.builder("a", new BucketSpec(1, 1, HOUR_MICROS / 2)).build(), QUIET)
            .limit(Limit.builder("m", new BucketSpec(1, 1, HOUR_MICROS)).build(), QUIET)
            .limit(Limit.builder("z", new BucketSpec(1, 1, HOUR_MICROS / 2)).build(), QUIET)
            .install()) {
      work = app.create(WORK);
      App.call(work, "quiet");
      assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("m");
      assertThat(jvm.counts("m").denied()).isEqualTo(1);
      assertThat(jvm.counts("a").denied()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void never_comesBeforeTheLongestAndTiesGoByName(boolean redis) throws Throwable {
    Template two = Template.parse("{0.length()}");
    try (WovenJvm jvm =
        jvm(redis)
            .limit(hourly("z-never", 1, "z").permits(two).build(), KEYED)
            .limit(hourly("y-never", 1, "y").permits(two).build(), KEYED)
            .limit(Limit.builder("a", WovenJvm.once(1)).build(), KEYED)
            .install()) {
      work = app.create(WORK);
      App.call(work, "keyed", "1");
      RateLimitExceededException denied = rejection(() -> App.call(work, "keyed", "22"));
      assertThat(denied.limit()).isEqualTo("y-never");
      assertThat(denied.reason()).isEqualTo(Reason.NEVER);
      assertThat(denied).hasMessageContaining("can never be allowed");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void blockAndThrow_theThrowingOneMustHaveItsPermitsNow(boolean redis) throws Throwable {
    try (WovenJvm jvm =
        jvm(redis)
            .limit(hourly("throws", 1, "t").build(), QUIET)
            .limit(hourly("waits", 1, "w").block(2 * HOUR_MICROS).build(), QUIET, KEYED)
            .install()) {
      work = app.create(WORK);
      App.call(work, "quiet");
      // "waits" could wait its hour, but "throws" denies: at once, and no turn is reserved
      assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("throws");
      assertThat(jvm.counts("waits").waits()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allAgree_theCallWaitsTheLongestWait(boolean redis) throws Throwable {
    long shortMicros = TimeUnit.MILLISECONDS.toMicros(1);
    long longMicros = TimeUnit.MILLISECONDS.toMicros(150);
    try (WovenJvm jvm =
        jvm(redis)
            .limit(
                Limit.builder("short", new BucketSpec(1, 1, shortMicros))
                    .block(HOUR_MICROS)
                    .build(),
                QUIET)
            .limit(
                Limit.builder("long", new BucketSpec(1, 1, longMicros)).block(HOUR_MICROS).build(),
                QUIET)
            .install()) {
      work = app.create(WORK);
      long start = System.nanoTime();
      for (int i = 0; i < 3; i++) {
        App.call(work, "quiet");
      }
      // not a microsecond before the two turns that the long one makes them wait for
      assertThat((System.nanoTime() - start) / 1000).isGreaterThanOrEqualTo(2 * longMicros);
      assertThat(jvm.counts("long").allowed()).isEqualTo(3);
      assertThat(jvm.counts("short").waits()).isEqualTo(jvm.counts("long").waits());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void resilience4j2194_turnBeyondMaxWait_isDeniedAtOnceAndReservesNothing(boolean redis)
      throws Throwable {
    try (WovenJvm jvm =
        jvm(redis).limit(hourly("waits", 1, "w").block(HOUR_MICROS / 2).build(), QUIET).install()) {
      work = app.create(WORK);
      App.call(work, "quiet");
      long start = System.nanoTime();
      for (int i = 0; i < 10; i++) {
        RateLimitExceededException denied = rejection(() -> App.call(work, "quiet"));
        assertThat(denied.reason()).isEqualTo(Reason.EMPTY);
        // the tenth waits no longer than the first
        assertThat(denied.retryAfter().toMinutes()).isBetween(58L, 60L);
      }
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MINUTES.toNanos(1));
      assertThat(jvm.counts("waits").denied()).isEqualTo(10);
    }
  }
}
