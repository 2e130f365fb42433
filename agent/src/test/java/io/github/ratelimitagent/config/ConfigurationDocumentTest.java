package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds the tables and texts of docs/configuration.md against the code. */
class ConfigurationDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "configuration.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @TempDir Path folder;

  @Test
  void table_hasEveryKeyOnceAndNoOther() throws IOException {
    List<String> expected = new ArrayList<>();
    for (Key key : Key.values()) {
      expected.add(key.path());
    }
    List<String> documented = new ArrayList<>();
    for (List<String> row : rows()) {
      documented.add(codes(row.get(0)).get(0));
    }
    assertThat(documented).containsExactlyElementsOf(expected);
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void row_hasTheDefaultAndChoicesOfTheCode(Key key) throws IOException {
    List<String> row = row(key);
    List<String> shownDefault = codes(row.get(2));
    if (key.defaultText() == null) {
      assertThat(row.get(2)).matches("none|required.*|the limit's name|that of `\\w+`");
    } else {
      assertThat(shownDefault).containsExactly(key.defaultText());
    }
    if (!key.choices().isEmpty()) {
      assertThat(codes(row.get(1))).containsExactlyElementsOf(key.choices());
    }
    assertThat(row.get(3)).isNotBlank();
  }

  @ParameterizedTest
  @EnumSource(Key.class)
  void row_hasAnExampleThatLoads(Key key) throws IOException {
    String example = codes(row(key).get(4)).get(0);
    assertThat(example).contains(key.field());
    ConfigText.of(folder, around(key, example)).load();
  }

  @Test
  void smallestConfiguration_loads() throws IOException {
    Matcher hocon = Pattern.compile("```hocon\n(.*?)```", Pattern.DOTALL).matcher(text());
    assertThat(hocon.find()).isTrue();
    assertThat(ConfigText.of(folder, hocon.group(1)).load().limits()).hasSize(1);
  }

  /** A whole configuration with the example in the place of the key. */
  private static String around(Key key, String example) {
    String limit = "x { method = \"com.acme.Api.*(..)\", capacity = 10, refill = 5/s ";
    switch (key.scope()) {
      case ALL:
        return "ratelimit { limits { " + limit + "} }\n" + example + " }";
      case REDIS:
        return "ratelimit { redis { uri = \"redis://h\"\n"
            + example
            + "}, limits {"
            + limit
            + "} } }";
      default:
        return "ratelimit.limits { " + limit + "\n" + example + "} }";
    }
  }

  private static List<String> row(Key key) throws IOException {
    for (List<String> row : rows()) {
      if (codes(row.get(0)).contains(key.path())) {
        return row;
      }
    }
    throw new AssertionError("no row for " + key.path());
  }

  /** The cells of the tables of keys. */
  private static List<List<String>> rows() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String line : text().split("\n")) {
      if (line.startsWith("| `ratelimit.")) {
        rows.add(Arrays.asList(line.substring(2, line.length() - 2).split(" \\| ")));
      }
    }
    return rows;
  }

  private static List<String> codes(String cell) {
    List<String> codes = new ArrayList<>();
    Matcher code = CODE.matcher(cell);
    while (code.find()) {
      codes.add(code.group(1));
    }
    return codes;
  }

  private static String text() throws IOException {
    return Files.readString(DOCUMENT);
  }
}
