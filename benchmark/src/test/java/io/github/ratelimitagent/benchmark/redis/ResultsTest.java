package io.github.ratelimitagent.benchmark.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ResultsTest {
  private static final Scenario FULL = Scenario.named("hot-8");
  private static final Scenario EMPTY = Scenario.named("denied-8");
  private final Results results = new Results();

  @Test
  void ratio_isTakenWithinEachRound() {
    // the machine was ten times slower in round 1, and the ratio the same
    results.add(measured(FULL, "PING", 0, 1_000, 1_000));
    results.add(measured(FULL, "other", 0, 2_000, 2_000));
    results.add(measured(FULL, "PING", 1, 100, 100));
    results.add(measured(FULL, "other", 1, 300, 300));

    assertThat(results.ratio(FULL, "other").toString()).isEqualTo("2.50 (2.00..3.00)");
  }

  @Test
  void faults_denialByAFullBucket_isOne() {
    results.add(measured(FULL, "PING", 0, 1_000, 999));

    assertThat(results.faults(List.of(FULL)))
        .contains("PING, hot-8: 1 calls denied by a full bucket")
        .contains("Redisson, hot-8: nothing was measured");
  }

  @Test
  void faults_admissionByAnEmptyBucket_isOne() {
    results.add(measured(EMPTY, "PING", 0, 1_000, 2));

    assertThat(results.faults(List.of(EMPTY)))
        .contains("PING, denied-8: 2 calls allowed by an empty bucket");
  }

  @Test
  void measurement_asALine_readsBack() {
    Measurement measured = measured(FULL, "PING", 3, 7, 6);

    assertThat(Measurement.isLine(measured.toLine())).isTrue();
    assertThat(Measurement.parse(measured.toLine())).isEqualTo(measured);
  }

  private static Measurement measured(
      Scenario scenario, String contender, int round, long calls, long allowed) {
    Histogram latencies = Load.latencies();
    latencies.recordValue(40_000);
    return new Measurement(
        scenario.name(),
        contender,
        0,
        round,
        calls,
        allowed,
        0,
        1_000_000_000,
        new ServerStats(calls, 5 * calls, 12.5),
        88,
        latencies);
  }
}
