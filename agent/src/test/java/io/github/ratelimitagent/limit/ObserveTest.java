package io.github.ratelimitagent.limit;

import static io.github.ratelimitagent.limit.RejectedCalls.HOUR_MICROS;
import static io.github.ratelimitagent.limit.RejectedCalls.WORK;
import static io.github.ratelimitagent.limit.RejectedCalls.hourly;
import static io.github.ratelimitagent.limit.RejectedCalls.rejection;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.instrument.App;
import io.github.ratelimitagent.instrument.WovenJvm;
import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.store.InProcessStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Limits that only observe. */
class ObserveTest {
  private static final String QUIET = WORK + ".quiet()";

  private final App app = new App();

  @Test
  void observed_neverDeniesNorWaits_andCountsWaitsApartFromDenials() throws Throwable {
    Limit watched = hourly("watched", 1, "k").block(HOUR_MICROS).observed(true).build();
    try (WovenJvm jvm = new WovenJvm().redis().limit(watched, QUIET).install()) {
      Object work = app.create(WORK);
      long start = System.nanoTime();
      for (int i = 0; i < 4; i++) {
        App.call(work, "quiet");
      }
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MINUTES.toNanos(5));
      assertThat(jvm.counts("watched").allowed()).isEqualTo(4);
      assertThat(jvm.counts("watched").observedDenials()).isEqualTo(2);
      // the second call would have got the turn after an hour
      assertThat(jvm.counts("watched").observedWaits()).isEqualTo(1);
      assertThat(jvm.counts("watched").denied()).isZero();
      assertThat(jvm.counts("watched").waits()).isZero();
    }
  }

  @Test
  void observed_whereNoThreadMayWait_countsDenials() throws Throwable {
    Limit watched = hourly("watched", 1, "k").block(HOUR_MICROS).observed(true).build();
    try (WovenJvm jvm = new WovenJvm().limit(watched, QUIET).install()) {
      Object work = app.create(WORK);
      Thread eventLoop =
          new com.acme.woven.EventLoopThread(
              () -> {
                try {
                  App.call(work, "quiet");
                  App.call(work, "quiet");
                } catch (Throwable e) {
                  throw new AssertionError(e);
                }
              });
      eventLoop.start();
      eventLoop.join();
      assertThat(jvm.counts("watched").observedDenials()).isEqualTo(1);
      assertThat(jvm.counts("watched").observedWaits()).isZero();
    }
  }

  @Test
  void observed_countsOnABucketOfItsOwn() throws Throwable {
    InProcessStore store = new InProcessStore();
    Limit watched = hourly("watched", 5, "same").observed(true).build();
    Limit enforced = hourly("enforced", 2, "same").build();
    try (WovenJvm jvm =
        new WovenJvm().store(store).limit(watched, QUIET).limit(enforced, QUIET).install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      App.call(work, "quiet");
      assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("enforced");
      // three calls were observed, the rejected one included
      assertThat(store.acquire(List.of(new Claim(watched, "same:observe", watched.spec(), 1, 0))))
          .hasToString("allowed(wait 0 us, 1 left)");
      assertThat(jvm.counts("watched").observedDenials()).isZero();
    }
  }

  @Test
  void observedThatCannotBeRendered_hindersNoOther() throws Throwable {
    Limit broken =
        hourly("broken", 1, "{0.secret}").observed(true).onFailure(FailurePolicy.DENY).build();
    Limit huge =
        hourly("huge", 1, "h").observed(true).permits(Template.parse("{1.length()}")).build();
    Limit enforced = hourly("enforced", 1, "e").build();
    String keys = WORK + ".keys(..)";
    try (WovenJvm jvm =
        new WovenJvm().limit(broken, keys).limit(huge, keys).limit(enforced, keys).install()) {
      Object work = app.create(WORK);
      Object value = app.create(WORK + "$Broken");
      App.call(work, "keys", value, "four");
      assertThat(rejection(() -> App.call(work, "keys", value, "four")).limit())
          .isEqualTo("enforced");
      assertThat(jvm.counts("broken").faults()).isEqualTo(2);
      assertThat(jvm.counts("huge").observedDenials()).isEqualTo(2);
    }
  }
}
