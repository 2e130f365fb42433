package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
  private final Call first = new Call(1, 1_000_000, 1_200_000, true, "");
  private final Call middle = new Call(2, 1_100_000, 1_150_000, false, "no");
  private final Call last = new Call(2, 2_000_000, 2_010_000, true, "");
  private final Run run =
      new Run(
          new Bound(10, 5),
          2,
          List.of(last, first, middle),
          List.of(new Sample(1_210_000, 9), new Sample(2_020_000, 8)));

  @Test
  void lengthMicros_fromFirstStartToLastEnd_onTheSafeSide() {
    assertThat(run.originMicros()).isEqualTo(1_000_000);
    assertThat(run.lengthMicros()).isEqualTo(1_010_000 + 1_000);
  }

  @Test
  void surelyRefilledMicros_fromFirstEndToLastStart_onTheSafeSide() {
    assertThat(run.surelyRefilledMicros()).isEqualTo(850_000 - 1_000);
  }

  @Test
  void surelyRefilledMicros_oneCall_isZero() {
    assertThat(new Run(new Bound(1, 1), 1, List.of(first), List.of()).surelyRefilledMicros())
        .isZero();
  }

  @Test
  void granted_perWorkerAndOverTime() {
    assertThat(run.granted()).isEqualTo(2);
    assertThat(run.granted(2)).isEqualTo(1);
    assertThat(run.calls(2)).isEqualTo(2);
    assertThat(run.grantedWithin(199_999)).isZero();
    assertThat(run.grantedWithin(200_000)).isEqualTo(1);
  }

  @Test
  void tokensAt_betweenSamples_refillsFromTheOneBefore() {
    assertThat(run.tokensAt(0)).isEqualTo(10);
    assertThat(run.tokensAt(310_000)).isEqualTo(9.5);
    assertThat(run.tokensAt(1_019_000)).isEqualTo(10);
    assertThat(run.tokensAt(1_020_000)).isEqualTo(8);
  }
}
