package io.github.ratelimitagent.limit;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.outside.Loop;
import io.github.ratelimitagent.instrument.App;
import io.github.ratelimitagent.instrument.WovenJvm;
import org.junit.jupiter.api.Test;

/**
 * A JVM that runs out of memory may drop frames from a stack without their {@code finally}: what is
 * then left behind must not let calls through for ever.
 */
class StaleThreadStateTest {
  private static final String LOOP = Loop.class.getName();
  private static final int CALLS = 5_000;
  private static final int BEFORE_A_LOOK = 1_023;

  private final App app = new App();

  private Object afterRunning(Runnable before) throws Throwable {
    Object loop = app.create(LOOP, before, CALLS);
    Thread thread = new Thread((Runnable) loop);
    thread.start();
    thread.join();
    return loop;
  }

  private static int field(Object loop, String name) throws ReflectiveOperationException {
    return loop.getClass().getField(name).getInt(loop);
  }

  @Test
  void threadThatIsSaidToBeInsideTheAgent_isLimitedAgain() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("step", 3, LOOP + ".step(int)").install()) {
      Object loop = afterRunning(() -> jvm.threads().setInside(true));

      assertThat(field(loop, "allowed")).isEqualTo(BEFORE_A_LOOK + 3);
      assertThat(field(loop, "denied")).isEqualTo(CALLS - BEFORE_A_LOOK - 3);
    }
  }

  @Test
  void callThatIsSaidToBeNested_isCountedAgain() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("step", 3, LOOP + ".step(int)").install()) {
      // the group of the first limit's method
      Object loop = afterRunning(() -> jvm.threads().current().count(0));

      assertThat(field(loop, "allowed")).isEqualTo(BEFORE_A_LOOK + 3);
      assertThat(field(loop, "denied")).isEqualTo(CALLS - BEFORE_A_LOOK - 3);
    }
  }

  @Test
  void threadInsideTheAgent_isNotLimited() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("step", 3, LOOP + ".step(int)").install()) {
      // this test's own class is on the stack, and in the agent's package
      Object loop = app.create(LOOP, (Runnable) () -> jvm.threads().setInside(true), CALLS);
      try {
        ((Runnable) loop).run();
      } finally {
        jvm.threads().setInside(false);
      }

      assertThat(field(loop, "allowed")).isEqualTo(CALLS);
    }
  }

  @Test
  void nestedCalls_areOneCount() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("nest", 1, LOOP + ".nest(int)").install()) {
      Object loop = app.create(LOOP, (Runnable) () -> {}, 0);

      assertThat(App.call(loop, "nest", CALLS)).isEqualTo(CALLS + 1);
      assertThat(jvm.counts("nest").allowed()).isEqualTo(1);
    }
  }
}
