package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TicksTest {
  @Test
  void upTo_roundSteps() {
    assertThat(Ticks.upTo(2.93, 8)).containsExactly(0.0, 0.5, 1.0, 1.5, 2.0, 2.5);
    assertThat(Ticks.upTo(10, 6)).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 0.3, 1, 2.9, 3.0, 7, 10, 99.9, 100, 12345})
  void upTo_neverMoreThanAskedFor(double end) {
    assertThat(Ticks.upTo(end, 8)).hasSizeBetween(3, 8).allMatch(tick -> tick <= end * 1.000001);
  }

  @Test
  void upTo_noLength_isTheOriginOnly() {
    assertThat(Ticks.upTo(0, 8)).containsExactly(0.0);
    assertThat(Ticks.upTo(5, 0)).containsExactly(0.0);
  }

  @Test
  void label_withoutNeedlessDigits() {
    assertThat(Ticks.label(2.0)).isEqualTo("2");
    assertThat(Ticks.label(0.1 + 0.2)).isEqualTo("0.3");
  }
}
