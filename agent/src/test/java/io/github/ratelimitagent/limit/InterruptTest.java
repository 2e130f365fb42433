package io.github.ratelimitagent.limit;

import static io.github.ratelimitagent.limit.RejectedCalls.HOUR_MICROS;
import static io.github.ratelimitagent.limit.RejectedCalls.WORK;
import static io.github.ratelimitagent.limit.RejectedCalls.hourly;
import static io.github.ratelimitagent.limit.RejectedCalls.rejection;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.instrument.App;
import io.github.ratelimitagent.instrument.WovenJvm;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts and ends of threads that wait for their turn. */
class InterruptTest {
  private final App app = new App();

  /** What a call that is interrupted while it waits throws. */
  private static Throwable interrupted(Object work, String method, AtomicBoolean flagAfterwards)
      throws Exception {
    return ended(work, method, flagAfterwards, Thread::interrupt);
  }

  /** What a call throws whose thread something happens to while it waits. */
  private static Throwable ended(
      Object work, String method, AtomicBoolean flagAfterwards, Consumer<Thread> end)
      throws Exception {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread waiter =
        new Thread(
            () -> {
              try {
                App.call(work, method);
                thrown.complete(null);
              } catch (Throwable e) {
                flagAfterwards.set(Thread.currentThread().isInterrupted());
                thrown.complete(e);
              }
            });
    waiter.start();
    Awaitility.await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
    end.accept(waiter);
    return thrown.get(30, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource({"interrupted, false", "anything, true"})
  void methodThatDeclaresIt_throwsInterruptedExceptionAndRefunds(String method, boolean redis)
      throws Throwable {
    try (WovenJvm jvm = woven(method, redis)) {
      Object work = app.create(WORK);
      AtomicBoolean flag = new AtomicBoolean();
      App.call(work, method);
      Throwable thrown = interrupted(work, method, flag);

      assertThat(thrown)
          .isExactlyInstanceOf(InterruptedException.class)
          .hasMessage("interrupted while waiting for rate limit waits");
      assertThat(flag).isFalse();
      assertRefunded(work, jvm);
    }
  }

  @ParameterizedTest
  @CsvSource({"quiet, true", "io, false", "locked, false"})
  void methodThatDoesNot_isRejectedWithTheFlagSetAndRefunds(String method, boolean redis)
      throws Throwable {
    try (WovenJvm jvm = woven(method, redis)) {
      Object work = app.create(WORK);
      AtomicBoolean flag = new AtomicBoolean();
      App.call(work, method);
      Throwable thrown = interrupted(work, method, flag);

      assertThat(thrown)
          .isInstanceOfSatisfying(
              RateLimitExceededException.class,
              e -> {
                assertThat(e.limit()).isEqualTo("waits");
                assertThat(e.key()).isEqualTo("shared");
                assertThat(e.retryAfter()).isPositive();
                assertThat(e.reason()).isEqualTo(RateLimitExceededException.Reason.INTERRUPTED);
                assertThat(e.getMessage())
                    .contains(
                        ": interrupted while it waited for its turn, which would have come in");
              });
      assertThat(flag).isTrue();
      assertRefunded(work, jvm);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @EnabledForJreRange(max = JRE.JAVA_19)
  @SuppressWarnings("deprecation")
  void threadThatIsStopped_endsAndRefunds(boolean redis) throws Throwable {
    try (WovenJvm jvm = woven("quiet", redis)) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      assertThat(ended(work, "quiet", new AtomicBoolean(), Thread::stop))
          .isInstanceOf(ThreadDeath.class);
      assertRefundedWithoutDenial(work);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  /** The limit that waits has company that does not, and comes first by name. */
  private static WovenJvm woven(String method, boolean redis) {
    WovenJvm jvm = new WovenJvm();
    return (redis ? jvm.redis() : jvm)
        .limit(hourly("always", 100, "always").build(), WORK + "." + method + "()")
        .limit(
            hourly("waits", 1, "shared").block(3 * HOUR_MICROS).build(), WORK + "." + method + "()")
        .limit(hourly("asks", 1, "shared").build(), WORK + ".keyed(..)")
        .install();
  }

  private static void assertRefunded(Object work, WovenJvm jvm) {
    assertRefundedWithoutDenial(work);
    assertThat(jvm.counts("waits").denied()).isEqualTo(1);
    assertThat(jvm.counts("always").allowed()).isEqualTo(1);
  }

  private static void assertRefundedWithoutDenial(Object work) {
    RateLimitExceededException asked = rejection(() -> App.call(work, "keyed", "x"));
    assertThat(asked.limit()).isEqualTo("asks");
    // two hours, were the reserved turn still taken
    assertThat(asked.retryAfter().toMinutes()).isLessThanOrEqualTo(60);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void flagSetBeforeEntry_neitherPreventsAnAllowedCallNorIsCleared(boolean redis) throws Throwable {
    WovenJvm jvm = new WovenJvm();
    try (WovenJvm woven =
        (redis ? jvm.redis() : jvm)
            .limit(hourly("waits", 2, "w").block(HOUR_MICROS).build(), WORK + ".interrupted()")
            .install()) {
      Object work = app.create(WORK);
      Thread.currentThread().interrupt();
      try {
        App.call(work, "interrupted");
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(woven.counts("waits").allowed()).isEqualTo(1);
      assertThat(woven.counts("waits").bypassed()).isZero();
    }
  }

  @Test
  void lettuce2510_eventLoop_isRejectedInsteadOfWaitingAndSaidOnce() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(hourly("waits", 1, "w").block(2 * HOUR_MICROS).build(), WORK + ".quiet()")
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      CompletableFuture<RateLimitExceededException> rejected = new CompletableFuture<>();
      Runnable calls =
          () -> {
            try {
              rejection(() -> App.call(work, "quiet"));
              rejected.complete(rejection(() -> App.call(work, "quiet")));
            } catch (Throwable e) {
              rejected.completeExceptionally(e);
            }
          };
      Thread eventLoop = (Thread) app.create("com.acme.woven.EventLoopThread", calls);
      eventLoop.start();

      assertThat(rejected.get(30, TimeUnit.SECONDS).limit()).isEqualTo("waits");
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("com.acme.woven.Work.quiet()", "event loop (reactor-http-1)");
      eventLoop.join();
    }
  }
}
