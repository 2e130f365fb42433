package io.github.ratelimitagent.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ChartsTest {
  @Test
  void lineChart_logarithmicAxis_hasEqualStepsForEqualFactors() throws Exception {
    LineChart chart = new LineChart("t", "x", true, "y", false);
    chart.add("a", List.of(new double[] {1, 1}, new double[] {10, 1}, new double[] {100, 1}));

    String path = first(chart.draw(), "path").getAttribute("d");

    double[] x = new double[3];
    for (int i = 0; i < 3; i++) {
      x[i] = Double.parseDouble(path.substring(1).split(" L")[i].split(" ")[0]);
    }
    assertThat(x[2] - x[1]).isEqualTo(x[1] - x[0]).isPositive();
  }

  @Test
  void lineChart_seriesWithoutPoints_isInTheLegendOnly() throws Exception {
    LineChart chart = new LineChart("t", "x", true, "y", true);
    chart.add("a <b>", List.of());

    Document drawn = parse(chart.draw());

    assertThat(drawn.getElementsByTagName("path").getLength()).isZero();
    assertThat(drawn.getDocumentElement().getTextContent()).contains("a <b>");
  }

  @Test
  void barChart_twiceTheValue_isTwiceAsLong() throws Exception {
    BarChart chart = new BarChart("t", "s", false);
    chart.add("one", 0, Spread.of(List.of(1.0)));
    chart.add("two", 1, Spread.of(List.of(2.0)));

    Document drawn = parse(chart.draw());

    assertThat(width(drawn, "f1")).isEqualTo(2 * width(drawn, "f0"));
  }

  @Test
  void barChart_nothingMeasured_hasNoBar() throws Exception {
    BarChart chart = new BarChart("t", "s", true);
    chart.add("absent", 0, Spread.of(List.of()));

    assertThat(chart.draw()).doesNotContain("absent").doesNotContain("NaN");
  }

  private static double width(Document drawn, String kind) {
    for (int i = 0; i < drawn.getElementsByTagName("rect").getLength(); i++) {
      Element bar = (Element) drawn.getElementsByTagName("rect").item(i);
      if (bar.getAttribute("class").equals(kind)) {
        return Double.parseDouble(bar.getAttribute("width"));
      }
    }
    throw new AssertionError("no bar " + kind);
  }

  private static Element first(String svg, String name) throws Exception {
    return (Element) parse(svg).getElementsByTagName(name).item(0);
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }
}
