package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundTest {
  private final Bound bound = new Bound(10, 5);

  @ParameterizedTest
  @CsvSource({"0, 10", "199999, 10", "200000, 11", "2900000, 24", "2999999, 24", "3000000, 25"})
  void tokensWithin_wholeTokensOnly(long micros, long tokens) {
    assertThat(bound.tokensWithin(micros)).isEqualTo(tokens);
  }

  @Test
  void refilled_neverAboveCapacity() {
    assertThat(bound.refilled(9.5, 60_000_000)).isEqualTo(10);
    assertThat(bound.refilled(0.5, 100_000)).isEqualTo(1.0);
  }

  @Test
  void refilled_clockBehind_keepsTokens() {
    assertThat(bound.refilled(3, -1_000_000)).isEqualTo(3);
  }
}
