package io.github.ratelimitagent.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsTest {
  private final LimitCounters counters = new LimitCounters();

  @Test
  void toString_leavesOutWhatIsNone() {
    counters.allowed();
    assertThat(counters.read()).hasToString("1 allowed");
    assertThat(counters.read().isNotable()).isFalse();
  }

  @Test
  void toString_everything() {
    for (int i = 0; i < 3; i++) {
      counters.allowed();
    }
    counters.waited(2_000);
    counters.waited(4_000);
    counters.denied();
    counters.observedDenial();
    counters.fellBack();
    counters.bypassed();
    counters.fault();
    assertThat(counters.read())
        .hasToString(
            "3 allowed (2 waited, 3 ms on average), 1 denied, 1 would have been denied (observed),"
                + " 1 of them in-process (no answer from Redis), 1 bypassed (no answer from Redis),"
                + " 1 faults");
    assertThat(counters.read().isNotable()).isTrue();
  }

  @Test
  void since_tellsWhatIsNew() {
    counters.denied();
    counters.allowed();
    Counts before = counters.read();
    counters.allowed();
    Counts fresh = counters.read().since(before);
    assertThat(fresh.allowed()).isEqualTo(1);
    assertThat(fresh.denied()).isZero();
    assertThat(fresh.isNotable()).isFalse();
  }
}
