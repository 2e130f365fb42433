package io.github.ratelimitagent.testapp.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class SvgPlotTest {
  @Test
  void draw_oneMarkForEachCall() throws Exception {
    Run run = SimulatedRun.of(3, 30);
    Document svg = parse(new SvgPlot(run).draw());
    long inLegend = 1;
    assertThat(elements(svg, "circle", "granted").count()).isEqualTo(run.granted() + inLegend);
    assertThat(elements(svg, "circle", "rejected").count())
        .isEqualTo(90 - run.granted() + inLegend);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 30", "16, 100"})
  void draw_everythingLiesInThePicture(int workers, int calls) throws Exception {
    Document svg = parse(new SvgPlot(SimulatedRun.of(workers, calls)).draw());
    double width = Double.parseDouble(svg.getDocumentElement().getAttribute("width"));
    double height = Double.parseDouble(svg.getDocumentElement().getAttribute("height"));
    for (String name : new String[] {"x", "x1", "x2", "cx"}) {
      assertThat(numbers(svg, name)).allMatch(x -> x >= 0 && x <= width);
    }
    for (String name : new String[] {"y", "y1", "y2", "cy"}) {
      assertThat(numbers(svg, name)).allMatch(y -> y >= 0 && y <= height);
    }
    elements(svg, "path", "")
        .forEach(path -> assertThat(path.getAttribute("d")).matches("M[-0-9. L]+"));
  }

  @Test
  void draw_grantsStayBelowTheBound() throws Exception {
    Document svg = parse(new SvgPlot(SimulatedRun.of(3, 30)).draw());
    Element bound = elements(svg, "line", "bound").skip(1).findFirst().orElseThrow();
    double x1 = Double.parseDouble(bound.getAttribute("x1"));
    double y1 = Double.parseDouble(bound.getAttribute("y1"));
    double slope =
        (Double.parseDouble(bound.getAttribute("y2")) - y1)
            / (Double.parseDouble(bound.getAttribute("x2")) - x1);
    String total = elements(svg, "path", "total").findFirst().orElseThrow().getAttribute("d");
    for (String point : total.substring(1).split(" L")) {
      String[] xy = point.split(" ");
      double boundY = y1 + slope * (Double.parseDouble(xy[0]) - x1);
      assertThat(Double.parseDouble(xy[1])).isGreaterThanOrEqualTo(boundY - 0.02); // two digits
    }
  }

  @Test
  void draw_commaLocale_writesPoints() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(numbers(parse(new SvgPlot(SimulatedRun.of(3, 30)).draw()), "cx")).isNotEmpty();
    } finally {
      Locale.setDefault(before);
    }
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
  }

  private static Stream<Element> elements(Document svg, String name, String kind) {
    NodeList found = svg.getElementsByTagName(name);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .filter(element -> kind.isEmpty() || element.getAttribute("class").equals(kind));
  }

  private static Stream<Double> numbers(Document svg, String attribute) {
    return elements(svg, "*", "")
        .filter(element -> element.hasAttribute(attribute))
        .map(element -> Double.valueOf(element.getAttribute(attribute)));
  }
}
