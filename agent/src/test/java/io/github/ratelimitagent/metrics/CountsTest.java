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
  void toString_enforced_eachCallInOneNumber() {
    for (int i = 0; i < 3; i++) {
      counters.allowed();
    }
    counters.waited(2_000);
    counters.waited(4_000);
    counters.denied();
    counters.bypassed();
    counters.free();
    counters.fault();
    assertThat(counters.read())
        .hasToString(
            "3 allowed (2 waited, 3 ms on average), 1 denied, 1 bypassed (no answer from Redis),"
                + " 1 free (permits of 0), 1 fault");
    assertThat(counters.read().isNotable()).isTrue();
  }

  @Test
  void toString_deniedWithoutAnAnswer_isApartFromDenied() {
    counters.denied();
    counters.denied();
    counters.denied();
    counters.unanswered();
    counters.unanswered();
    assertThat(counters.read())
        .hasToString("0 allowed, 1 denied, 2 denied without an answer from Redis");
  }

  @Test
  void toString_decidedByThisProcess_isApartFromWhatRedisDecided() {
    for (int i = 0; i < 4; i++) {
      counters.allowed();
      counters.fellBack(true);
      counters.denied();
      counters.fellBack(false);
    }
    counters.waited(5_000);
    assertThat(counters.read())
        .hasToString(
            "8 decided by this process alone (no answer from Redis): 4 allowed and 4 denied,"
                + " 1 of all allowed waited, 5 ms on average");
    counters.allowed();
    counters.denied();
    assertThat(counters.read().toString()).startsWith("1 allowed, 1 denied, 8 decided by this");
  }

  @Test
  void toString_observed_doesNotReadAsMoreCallsThanThereWere() {
    for (int i = 0; i < 12; i++) {
      counters.allowed();
    }
    for (int i = 0; i < 5; i++) {
      counters.observedDenial();
      counters.fellBack(false);
    }
    counters.observedWait();
    assertThat(counters.read())
        .hasToString(
            "12 calls, 5 of them would have been denied, 1 of them would have waited, 5 of them"
                + " decided by this process alone (no answer from Redis)");
  }

  @Test
  void toString_observedThatOnlyWouldHaveWaited_isNoDenial() {
    counters.allowed();
    counters.observedWait();
    assertThat(counters.read()).hasToString("1 call, 1 of them would have waited");
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
