package io.github.ratelimitagent.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void of_oddCount_takesTheMiddleOfTheSorted() {
    assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Spread(4, 1, 9, 3));
  }

  @Test
  void of_evenCount_takesTheMeanOfTheMiddleTwo() {
    assertThat(Spread.of(List.of(4.0, 1.0, 9.0, 2.0)).median()).isEqualTo(3);
  }

  @Test
  void of_valuesThatAreNoNumbers_leavesThemOut() {
    assertThat(Spread.of(List.of(Double.NaN, 5.0))).isEqualTo(new Spread(5, 5, 5, 1));
  }

  @Test
  void of_nothing_isNoNumber() {
    assertThat(Spread.of(List.of())).hasToString("-");
  }

  @Test
  void toString_severalValues_showsTheRange() {
    assertThat(Spread.of(List.of(0.8123, 1.0, 12.34))).hasToString("1.00 (0.81..12.3)");
  }

  @Test
  void number_bySize_keepsTheDigitsThatCount() {
    assertThat(List.of(0.0, 0.0123, 0.456, 45.67, 12_345.6).stream().map(Spread::number))
        .containsExactly("0", "0.012", "0.46", "45.7", "12,346");
  }
}
