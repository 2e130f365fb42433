package io.github.ratelimitagent.limit;

import static io.github.ratelimitagent.limit.RejectedCalls.WORK;
import static io.github.ratelimitagent.limit.RejectedCalls.hourly;
import static io.github.ratelimitagent.limit.RejectedCalls.rejection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.instrument.App;
import io.github.ratelimitagent.instrument.WovenJvm;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which calls within a call count. */
class OneCallOneCountTest {
  private App app;
  private Object work;

  @BeforeEach
  void deploy() {
    app = new App();
  }

  private WovenJvm woven(String... methods) throws Throwable {
    String[] patterns = new String[methods.length];
    for (int i = 0; i < methods.length; i++) {
      patterns[i] = WORK + "." + methods[i] + "(..)";
    }
    WovenJvm jvm = new WovenJvm().limit("limit", 10, patterns).install();
    work = app.create(WORK);
    return jvm;
  }

  private Runnable calling(String method, Object... arguments) {
    return () -> {
      try {
        App.call(work, method, arguments);
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    };
  }

  @Test
  void overloadWithinACall_countsOnceAndTheMarkerGoesOnReturn() throws Throwable {
    try (WovenJvm jvm = woven("run")) {
      App.call(work, "run", calling("run", calling("run", noop()), "overload"));
      assertThat(jvm.counts("limit").allowed()).isEqualTo(1);
      App.call(work, "run", noop());
      assertThat(jvm.counts("limit").allowed()).isEqualTo(2);
    }
  }

  @Test
  void callThatThrows_restoresTheMarker() throws Throwable {
    try (WovenJvm jvm = woven("fail", "run")) {
      IllegalStateException failure = new IllegalStateException("own");
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> App.call(work, "fail", failure)).isSameAs(failure);
      }
      assertThat(jvm.counts("limit").allowed()).isEqualTo(5);
      // within another that stays on the stack
      App.call(
          work,
          "run",
          (Runnable)
              () -> {
                assertThatThrownBy(() -> App.call(work, "fail", failure)).isSameAs(failure);
                assertThatThrownBy(() -> App.call(work, "fail", failure)).isSameAs(failure);
                calling("run", noop()).run();
              });
      assertThat(jvm.counts("limit").allowed()).isEqualTo(8);
    }
  }

  @Test
  void otherMethodNameWithinACall_counts() throws Throwable {
    try (WovenJvm jvm = woven("run", "other")) {
      App.call(work, "run", calling("other", calling("run", noop())));
      // the inner run is within an outer one still
      assertThat(jvm.counts("limit").allowed()).isEqualTo(2);
    }
  }

  @Test
  void nestedEach_countsEveryCall() throws Throwable {
    Limit each = hourly("each", 6, "k").nestedEach(true).build();
    try (WovenJvm jvm = new WovenJvm().limit(each, WORK + ".recurse(int)").install()) {
      work = app.create(WORK);
      assertThat(App.call(work, "recurse", 4)).isEqualTo(4);
      assertThat(jvm.counts("each").allowed()).isEqualTo(5);
      rejection(() -> App.call(work, "recurse", 4));
      assertThat(jvm.counts("each").allowed()).isEqualTo(6);
    }
  }

  @Test
  void recursion_countsOnce() throws Throwable {
    try (WovenJvm jvm = woven("recurse")) {
      assertThat(App.call(work, "recurse", 200)).isEqualTo(200);
      assertThat(App.call(work, "recurse", 3)).isEqualTo(3);
      assertThat(jvm.counts("limit").allowed()).isEqualTo(2);
    }
  }

  @Test
  void workHandedToAnotherThread_counts() throws Throwable {
    try (WovenJvm jvm = woven("run")) {
      App.call(
          work, "run", (Runnable) () -> CompletableFuture.runAsync(calling("run", noop())).join());
      assertThat(jvm.counts("limit").allowed()).isEqualTo(2);
    }
  }

  @Test
  void rejectedCall_leavesNoMarker() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("one", 1, WORK + ".run(..)").install()) {
      work = app.create(WORK);
      App.call(work, "run", noop());
      for (int i = 0; i < 3; i++) {
        rejection(() -> App.call(work, "run", noop()));
      }
      assertThat(jvm.counts("one").denied()).isEqualTo(3);
    }
  }

  @Test
  void elastic3152_stackOverflow_isTheApplicationsOwnAndTheLimitHoldsAfterwards() throws Throwable {
    try (WovenJvm jvm = woven("quiet", "recurse")) {
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> App.call(work, "recurse", 10_000_000))
            .isExactlyInstanceOf(StackOverflowError.class);
      }
      assertThat(jvm.counts("limit").allowed()).isEqualTo(5);
      for (int i = 0; i < 5; i++) {
        App.call(work, "quiet");
      }
      assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("limit");
      rejection(() -> App.call(work, "recurse", 1));
    }
  }

  @Test
  void limitedCallAtEachDepthOfAFullStack_leavesNoMarker() throws Throwable {
    Limit plenty = Limit.builder("plenty", new BucketSpec(1L << 40, 1, 1000)).build();
    try (WovenJvm jvm = new WovenJvm().limit(plenty, WORK + ".quiet()").install()) {
      work = app.create(WORK);
      assertThatThrownBy(() -> App.call(work, "overflow"))
          .isExactlyInstanceOf(StackOverflowError.class);
      long before = jvm.counts("plenty").allowed();
      assertThat(before).isGreaterThan(100);
      App.call(work, "quiet");
      assertThat(jvm.counts("plenty").allowed()).isEqualTo(before + 1);
    }
  }

  @Test
  void otel12837_suspendFunctionResumed_doesNotCountAgain() throws Throwable {
    String suspending = "com.acme.woven.Suspending";
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(hourly("load", 3, "{0:-none}").build(), suspending + ".load(..)")
            .limit(hourly("store", 3, "k").build(), suspending + ".store(..)")
            .install()) {
      Object object = app.create(suspending);
      Object begun = app.callStatic(suspending, "continuationOfLoad", 1);
      Object resumed = app.callStatic(suspending, "continuationOfLoad", 1 | Integer.MIN_VALUE);

      App.call(object, "load", "x", null);
      App.call(object, "load", "x", begun);
      assertThat(jvm.counts("load").allowed()).isEqualTo(2);
      for (int i = 0; i < 5; i++) {
        App.call(object, "load", null, resumed);
      }
      assertThat(jvm.counts("load").allowed()).isEqualTo(2);
      // to another function it is only the caller
      App.call(object, "store", "x", resumed);
      assertThat(jvm.counts("store").allowed()).isEqualTo(1);
      App.call(object, "load", "x", begun);
      rejection(() -> App.call(object, "load", "x", begun));
      assertThat(jvm.counts("load").faults()).isZero();
      assertThat(jvm.messages()).isEmpty();
    }
  }

  private static Runnable noop() {
    return () -> {};
  }
}
