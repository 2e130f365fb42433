package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerTableTest {
  @Test
  void lines_countsPerWorkerAndTheBoundBesideTheTotal() {
    Run run = SimulatedRun.of(3, 30);
    List<String> lines = new WorkerTable(run, new Style(false, false)).lines();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0).trim().split(" +"))
        .containsExactly("worker", "calls", "granted", "rejected");
    assertThat(lines.get(1).trim().split(" +"))
        .containsExactly("1", "30", "" + run.granted(1), "" + (30 - run.granted(1)));
    assertThat(lines.get(4))
        .matches(" +total +90 +24 +66 +bound: floor\\(10 \\+ 5/s x 2\\.916 s\\) = 24");
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }
}
