package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits that block, over several processes. */
class BlockingTest {
  private static final int PROCESSES = 3;
  private static final int WAITERS = 10;
  private static final int MILLIS_PER_TURN = 50;

  @Test
  void redisson6959_waitersOfThreeProcesses_eachGetItsTurnAndNoneEarly() throws Exception {
    String config =
        """
        ratelimit {
          redis { uri = "%s", key-prefix = "%s", deadline = 5 s, on-redis-failure = deny }
          limits.turns {
            method = "io.github.ratelimitagent.testapp.cases.Waiters.turn()"
            capacity = 1
            refill = 20/s
            when-empty = block
            max-wait = 60 s
          }
        }
        """
            .formatted(TestRedis.uri(), TestRedis.freshPrefix());
    List<Long> starts = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    for (List<String> lines :
        ProcessGroup.run(
            PROCESSES, config, "io.github.ratelimitagent.testapp.cases.Waiters", WAITERS)) {
      for (String line : lines) {
        String[] times = line.split(" ");
        starts.add(Long.parseLong(times[0]));
        ends.add(Long.parseLong(times[1]));
      }
    }

    assertThat(ends).hasSize(PROCESSES * WAITERS);
    long first = starts.stream().min(Long::compare).orElseThrow();
    ends.sort(Long::compare);
    for (int turn = 0; turn < ends.size(); turn++) {
      // the clocks of two processes agree to a millisecond
      assertThat(ends.get(turn) - first).isGreaterThanOrEqualTo((long) turn * MILLIS_PER_TURN - 1);
    }
  }
}
