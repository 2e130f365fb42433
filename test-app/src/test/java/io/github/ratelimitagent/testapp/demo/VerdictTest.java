package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 30", "2, 40", "3, 4", "3, 30", "5, 30", "16, 10"})
  void of_exactLimiter_isRight(int workers, int calls) {
    Run run = SimulatedRun.of(workers, calls);
    assertThat(Verdict.of(run).right).isTrue();
    assertThat(run.granted()).isBetween(Verdict.least(run), Verdict.most(run));
  }

  @Test
  void of_theDemo_grantsTwentyFour() {
    Run run = SimulatedRun.of(3, 30);
    assertThat(run.granted()).isEqualTo(24);
    assertThat(Verdict.most(run)).isEqualTo(24);
    assertThat(Verdict.least(run)).isEqualTo(24);
  }

  @Test
  void of_oneTooMany_isWrong() {
    Run run = SimulatedRun.granting(25, 30);
    assertThat(Verdict.most(run)).isEqualTo(24);
    assertThat(Verdict.of(run).right).isFalse();
    assertThat(Verdict.of(run).text).contains("1 too many");
  }

  @Test
  void of_oneTooFew_isWrong() {
    Run run = SimulatedRun.granting(23, 30);
    assertThat(Verdict.of(run).right).isFalse();
    assertThat(Verdict.of(run).text).contains("1 too few");
  }

  @Test
  void of_everyCallGranted_asksForTheAgent() {
    assertThat(Verdict.of(SimulatedRun.granting(30, 30)).text).contains("Is the agent attached?");
  }

  @Test
  void of_fewerCallsThanTokens_allGranted_isRight() {
    assertThat(Verdict.of(SimulatedRun.granting(5, 5)).right).isTrue();
    assertThat(Verdict.of(SimulatedRun.granting(4, 5)).right).isFalse();
  }

  @Test
  void of_slowFirstCall_allowsForTheTimeBeforeItsDecision() {
    // 0.5 s pass until the first decision: the bound counts them, the bucket was full meanwhile
    List<Call> calls =
        List.of(new Call(1, 0, 500_000, true, ""), new Call(1, 3_000_000, 3_001_000, false, "no"));
    Run run = new Run(new Bound(1, 1), 1, calls, List.of());
    assertThat(Verdict.most(run)).isEqualTo(4);
    assertThat(Verdict.least(run)).isEqualTo(2);
  }
}
