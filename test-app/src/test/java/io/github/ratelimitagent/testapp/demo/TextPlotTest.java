package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextPlotTest {
  private static final Style ASCII = new Style(false, false);
  private static final Style UNICODE = new Style(true, false);

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 30", "16, 1000"})
  void lines_fitEightyColumns(int workers, int calls) {
    Run run = SimulatedRun.of(workers, calls);
    assertThat(new TextPlot(run, UNICODE).lines()).allMatch(line -> line.length() <= 80);
    assertThat(new TextPlot(run, ASCII).lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void lines_asciiStyle_hasNothingElse() {
    assertThat(String.join("", new TextPlot(SimulatedRun.of(3, 30), ASCII).lines()))
        .matches("\\p{ASCII}+")
        .doesNotContain("\u001b");
  }

  @Test
  void lines_colours_changeNothingButTheColour() {
    Run run = SimulatedRun.of(3, 30);
    List<String> coloured = new TextPlot(run, new Style(true, true)).lines();
    assertThat(coloured).anyMatch(line -> line.contains("\u001b["));
    assertThat(coloured.stream().map(line -> line.replaceAll("\u001b\\[[0-9]*m", "")))
        .containsExactlyElementsOf(new TextPlot(run, UNICODE).lines());
  }

  @Test
  void lines_lanesShowEachCall() {
    Run run = SimulatedRun.of(3, 30);
    List<String> lines = new TextPlot(run, ASCII).lines();
    for (int worker = 1; worker <= 3; worker++) {
      String lane = lane(lines, "worker " + worker);
      assertThat(lane.chars().filter(c -> c == '#').count()).isEqualTo(run.granted(worker));
      assertThat(lane.chars().filter(c -> c == '.').count()).isEqualTo(30 - run.granted(worker));
    }
  }

  @Test
  void lines_barsFallFromCapacity() {
    List<String> lines = new TextPlot(SimulatedRun.of(3, 30), UNICODE).lines();
    assertThat(lane(lines, "5 │")).startsWith("█").hasSizeLessThan(10);
    assertThat(lines.get(10)).contains("█").hasSizeGreaterThan(70);
  }

  @Test
  void lines_grantsAndBoundStandUnderTheSeconds() {
    List<String> lines = new TextPlot(SimulatedRun.of(3, 30), ASCII).lines();
    assertThat(lane(lines, "seconds").trim().split(" +"))
        .containsExactly("0", "0.5", "1", "1.5", "2", "2.5");
    assertThat(lane(lines, "bound").trim().split(" +"))
        .containsExactly("10", "12", "15", "17", "20", "22");
    assertThat(lane(lines, "granted").trim().split(" +"))
        .hasSize(6)
        .startsWith("0", "12")
        .endsWith("22");
  }

  private static String lane(List<String> lines, String label) {
    return lines.stream()
        .filter(line -> line.trim().startsWith(label))
        .map(line -> line.substring(line.indexOf(label) + label.length()))
        .findFirst()
        .orElseThrow();
  }
}
