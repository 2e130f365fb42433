package io.github.ratelimitagent.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StackProbeTest {
  private static final int FRAMES = 64;

  private final AtomicInteger overflows = new AtomicInteger();

  @Test
  void touch_atTheEndOfTheStack_overflowsBeforeWhatFollows() throws InterruptedException {
    AtomicInteger followed = new AtomicInteger();
    Runnable rounds =
        () -> {
          for (int round = 0; round < 300; round++) {
            // other depths each, compiled in the end
            if (descend(round % 30, 0)) {
              followed.incrementAndGet();
            }
          }
        };
    Thread thread = new Thread(null, rounds, "end of stack", 400_000);
    thread.start();
    thread.join();
    assertThat(overflows).hasValue(0);
    assertThat(followed).hasValue(300);
  }

  @Test
  void touch_withStackLeft_returns() {
    StackProbe.touch(FRAMES);
  }

  /** To the deepest place where a probe returns, and there what may follow one. */
  private boolean descend(int offset, int depth) {
    if (depth > offset) {
      try {
        StackProbe.touch(FRAMES);
      } catch (StackOverflowError e) {
        return false;
      }
    }
    if (depth < Integer.MAX_VALUE && descend(offset, depth + 1)) {
      return true;
    }
    try {
      return use(FRAMES / 2) > 0;
    } catch (StackOverflowError e) {
      overflows.incrementAndGet();
      return true;
    }
  }

  private static int use(int frames) {
    return frames == 0 ? 1 : use(frames - 1) + 1;
  }
}
