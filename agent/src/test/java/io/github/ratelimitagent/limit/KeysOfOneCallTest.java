package io.github.ratelimitagent.limit;

import static io.github.ratelimitagent.limit.RejectedCalls.WORK;
import static io.github.ratelimitagent.limit.RejectedCalls.hourly;
import static io.github.ratelimitagent.limit.RejectedCalls.rejection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.RateLimitExceededException.Reason;
import io.github.ratelimitagent.instrument.App;
import io.github.ratelimitagent.instrument.WovenJvm;
import io.github.ratelimitagent.limit.template.Template;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys, permits and conditions of a call, and what becomes of those that cannot be read. */
class KeysOfOneCallTest {
  private static final String KEYS = WORK + ".keys(..)";

  private App app;

  @BeforeEach
  void deploy() {
    app = new App();
  }

  private static Template template(String source) {
    return Template.parse(source);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void equalKeys_ofTwoTemplates_areChargedOnceWithThePermitsAdded(boolean redis) throws Throwable {
    WovenJvm jvm = new WovenJvm();
    try (WovenJvm woven =
        (redis ? jvm.redis() : jvm)
            .limit(hourly("b", 5, "{0}").permits(template("2")).build(), KEYS)
            .limit(hourly("a", 5, "{1}").build(), KEYS)
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "keys", "same", "same");

      RateLimitExceededException denied = rejection(() -> App.call(work, "keys", "same", "same"));
      assertThat(denied.limit()).isEqualTo("a");
      // 5 - 3 leaves 2 of the 3 that are wanted
      assertThat(denied.retryAfter()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
      assertThat(woven.counts("a").denied()).isEqualTo(1);
      assertThat(woven.counts("b").denied()).isZero();
      assertThat(woven.counts("b").allowed()).isEqualTo(1);
      App.call(work, "keys", "one", "two");
      assertThat(woven.messages()).isEmpty();
    }
  }

  @Test
  void equalKeys_permitsThatOverflow_areNeverAllowed() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(hourly("a", 5, "k").permits(template("{0}")).build(), KEYS)
            .limit(hourly("b", 5, "k").permits(template("{1}")).build(), KEYS)
            .install()) {
      Object work = app.create(WORK);
      RateLimitExceededException denied =
          rejection(() -> App.call(work, "keys", Long.MAX_VALUE, Long.MAX_VALUE));
      assertThat(denied.reason()).isEqualTo(Reason.NEVER);
      assertThat(jvm.counts("a").faults()).isZero();
    }
  }

  @Test
  void equalKeys_ofOtherFigures_areAFaultOfBothAndLeaveTheOtherLimits() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(hourly("five", 5, "{0}").build(), KEYS)
            .limit(hourly("six", 6, "{1}").build(), KEYS)
            .limit(hourly("third", 1, "third").build(), KEYS)
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "keys", "secret", "secret");

      assertThat(jvm.counts("five").faults()).isEqualTo(1);
      assertThat(jvm.counts("six").faults()).isEqualTo(1);
      assertThat(jvm.counts("third").faults()).isZero();
      assertThat(rejection(() -> App.call(work, "keys", "secret", "secret")).limit())
          .isEqualTo("third");
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("five", "six", "put the limit's name into the key")
          .doesNotContain("secret");
    }
  }

  @Test
  void equalKeys_ofOtherFiguresAndOneDenies_rejectTheCall() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(hourly("five", 5, "{0}").build(), KEYS)
            .limit(hourly("six", 6, "{1}").onFailure(FailurePolicy.DENY).build(), KEYS)
            .install()) {
      Object work = app.create(WORK);
      RateLimitExceededException denied = rejection(() -> App.call(work, "keys", "x", "x"));
      assertThat(denied.limit()).isEqualTo("six");
      assertThat(denied.reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
      assertThat(denied.key()).isEqualTo("x");
      assertThat(jvm.counts("six").denied()).isEqualTo(1);
    }
  }

  @Test
  void key_rendered_isOfTheExceptionOnly() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(hourly("per-key", 1, "user:{0}").build(), WORK + ".keyed(..)")
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "keyed", "token-4711");
      RateLimitExceededException denied = rejection(() -> App.call(work, "keyed", "token-4711"));
      assertThat(denied.key()).isEqualTo("user:token-4711");
      assertThat(denied)
          .hasMessageContainingAll("per-key", "user:{0}")
          .hasMessageNotContaining("4711");
      App.call(work, "keyed", "another");
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"key", "permits", "when"})
  void exceptionInAGetter_policyAllow_letsTheCallThroughAndIsCounted(String where)
      throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit(failing(where).build(), KEYS).install()) {
      Object work = app.create(WORK);
      Object broken = app.create(WORK + "$Broken");
      App.call(work, "keys", broken, "x");
      App.call(work, "keys", broken, "x");

      assertThat(jvm.counts("failing").faults()).isEqualTo(2);
      assertThat(jvm.counts("failing").allowed()).isZero();
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("failing", "{0.secret", ": java.lang.IllegalStateException;", "let through")
          .doesNotContain("password123");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"key", "permits", "when"})
  void exceptionInAGetter_policyDeny_rejectsTheCall(String where) throws Throwable {
    Limit limit = failing(where).onFailure(FailurePolicy.DENY).build();
    try (WovenJvm jvm = new WovenJvm().limit(limit, KEYS).install()) {
      Object work = app.create(WORK);
      Object broken = app.create(WORK + "$Broken");
      assertThat(rejection(() -> App.call(work, "keys", broken, "x")).reason())
          .isEqualTo(Reason.UNREADABLE);
      assertThat(jvm.counts("failing").faults()).isEqualTo(1);
      assertThat(jvm.counts("failing").denied()).isEqualTo(1);
    }
  }

  private static Limit.Builder failing(String where) {
    Limit.Builder limit = hourly("failing", 1, where.equals("key") ? "{0.secret}" : "k");
    switch (where) {
      case "permits" -> limit.permits(template("{0.secret.length()}"));
      case "when" -> limit.when(Map.of(template("{0.secret}"), Set.of("x")));
      default -> {}
    }
    return limit;
  }

  @ParameterizedTest
  @ValueSource(strings = {"overflow", "memory"})
  void errorInAGetter_isAFaultOfItsLimitAndLeavesTheOthers(String getter) throws Throwable {
    Limit failing = hourly("failing", 1, "{0." + getter + "}").build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(failing, KEYS)
            .limit(hourly("total", 1, "k").build(), KEYS)
            .install()) {
      Object work = app.create(WORK);
      Object broken = app.create(WORK + "$Broken");
      App.call(work, "keys", broken, "x");

      assertThat(rejection(() -> App.call(work, "keys", broken, "x")).limit()).isEqualTo("total");
      assertThat(jvm.counts("failing").faults()).isEqualTo(2);
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("failing", "Error; such calls");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"overflow", "memory"})
  void errorInAGetter_policyDeny_rejectsTheCall(String getter) throws Throwable {
    Limit failing =
        hourly("failing", 1, "{0." + getter + "}").onFailure(FailurePolicy.DENY).build();
    try (WovenJvm jvm = new WovenJvm().limit(failing, KEYS).install()) {
      Object work = app.create(WORK);
      Object broken = app.create(WORK + "$Broken");
      assertThat(rejection(() -> App.call(work, "keys", broken, "x")).reason())
          .isEqualTo(Reason.UNREADABLE);
      assertThat(jvm.counts("failing").denied()).isEqualTo(1);
    }
  }

  @Test
  void threadStoppedInAGetter_isStopped() throws Throwable {
    Limit failing = hourly("failing", 1, "{0.stopped}").build();
    try (WovenJvm jvm = new WovenJvm().limit(failing, KEYS).install()) {
      Object work = app.create(WORK);
      Object broken = app.create(WORK + "$Broken");
      assertThatThrownBy(() -> App.call(work, "keys", broken, "x")).isInstanceOf(ThreadDeath.class);
      assertThat(jvm.counts("failing").faults()).isZero();
    }
  }

  @Test
  void interruptInAGetter_isNotLost() throws Throwable {
    Limit limit = hourly("failing", 1, "{0.interrupted}").build();
    try (WovenJvm jvm = new WovenJvm().limit(limit, KEYS).install()) {
      Object work = app.create(WORK);
      App.call(work, "keys", app.create(WORK + "$Broken"), "x");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(jvm.counts("failing").faults()).isEqualTo(1);
    }
  }

  @Test
  void bucket4j417_permits_negativeNoneOrHuge_takeNothing() throws Throwable {
    Limit limit = hourly("weighed", 3, "k").permits(template("{0}")).build();
    try (WovenJvm jvm = new WovenJvm().limit(limit, WORK + ".number(..)").install()) {
      Object work = app.create(WORK);
      App.call(work, "number", 0L);
      assertThat(jvm.counts("weighed").allowed()).isZero();
      assertThat(jvm.counts("weighed").free()).isEqualTo(1);

      App.call(work, "number", -1L);
      assertThat(jvm.counts("weighed").faults()).isEqualTo(1);
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("template \"{0}\": a negative number is no number of permits");

      RateLimitExceededException never = rejection(() -> App.call(work, "number", 4L));
      assertThat(never.reason()).isEqualTo(Reason.NEVER);
      assertThat(never.retryAfter()).isZero();
      assertThat(rejection(() -> App.call(work, "number", Long.MAX_VALUE)).reason())
          .isEqualTo(Reason.NEVER);

      // all three tokens are still there
      assertThatCode(() -> App.call(work, "number", 3L)).doesNotThrowAnyException();
      assertThat(rejection(() -> App.call(work, "number", 1L)).reason()).isEqualTo(Reason.EMPTY);
    }
  }

  @Test
  void when_otherValue_isNotConcerned() throws Throwable {
    Limit limit = hourly("free", 1, "k").when(Map.of(template("{0}"), Set.of("free"))).build();
    try (WovenJvm jvm = new WovenJvm().limit(limit, WORK + ".keyed(..)").install()) {
      Object work = app.create(WORK);
      App.call(work, "keyed", "free");
      App.call(work, "keyed", "paid");
      App.call(work, "keyed", "paid");
      rejection(() -> App.call(work, "keyed", "free"));
      assertThat(jvm.counts("free").allowed()).isEqualTo(1);
    }
  }
}
