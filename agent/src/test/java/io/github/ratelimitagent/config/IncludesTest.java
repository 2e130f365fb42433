package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IncludesTest {
  private static final String LIMIT =
      "ratelimit.limits.x { method = \"a.B.c(..)\", capacity = 10, refill = 5/s }\n";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "include \"more.conf\"",
        "include file(\"more.conf\")",
        "include required(\"more.conf\")",
        "include required(file(\"more.conf\"))"
      })
  void include_ofFile_liesOverWhatStandsBefore(String include) {
    Settings settings =
        ConfigText.of(folder, LIMIT + include)
            .file("more.conf", "\nratelimit.limits.x.capacity = 20\n")
            .load();
    assertThat(settings.limits().get(0).limit().spec().capacity()).isEqualTo(20);
  }

  @Test
  void include_problem_hasThePlaceInItsFile() {
    assertThat(
            ConfigText.of(folder, LIMIT + "include \"more.conf\"")
                .file("more.conf", "\nratelimit.limits.x.capacity = 0\n")
                .problem())
        .startsWith("more.conf:2: ratelimit.limits.x.capacity is 0");
  }

  @Test
  void include_isRelativeToTheIncludingFile() throws IOException {
    Files.createDirectory(folder.resolve("sub"));
    Settings settings =
        ConfigText.of(folder, "include \"sub/a.conf\"")
            .file("sub/a.conf", "include \"b.conf\"")
            .file("sub/b.conf", LIMIT)
            .file("b.conf", "this is not valid { HOCON")
            .load();
    assertThat(settings.limits().get(0).place()).endsWith("sub/b.conf:1");
  }

  @Test
  void include_withinTheLimits_addsThem() {
    Settings settings =
        ConfigText.of(folder, LIMIT + "ratelimit.limits { include \"more.conf\" }")
            .file("more.conf", "y { method = \"a.B.d(..)\", capacity = ${CAP}, refill = 1 }")
            .variable("CAP", "3")
            .load();
    assertThat(settings.limits()).extracting(e -> e.limit().name()).containsExactly("x", "y");
  }

  @ParameterizedTest
  @MethodSource
  void include_refused_isReportedAtItsLine(String include, String problem) {
    assertThat(ConfigText.of(folder, LIMIT + include).problem())
        .isEqualTo("limits.conf:2: includes " + problem.replace("<folder>/", ""));
  }

  static Stream<Arguments> include_refused_isReportedAtItsLine() {
    String missing =
        ", which does not exist\n    looked at nope.conf; an included file is named relative to the"
            + " file that includes it";
    String noFile =
        ", which is not a file\n    only files can be included: write include \"more.conf\" or"
            + " include file(\"/etc/more.conf\")";
    return Stream.of(
        arguments("include \"nope.conf\"", "\"nope.conf\"" + missing),
        arguments("include file(\"nope.conf\")", "\"nope.conf\"" + missing),
        arguments("include required(\"nope.conf\")", "\"nope.conf\"" + missing),
        arguments("include url(\"http://x/y\")", "\"http://x/y\"" + noFile),
        arguments("include \"http://x/y\"", "\"http://x/y\"" + noFile),
        arguments("include classpath(\"x.conf\")", "\"x.conf\"" + noFile),
        arguments(
            "include \"limits.conf\"",
            "\"limits.conf\", which is being read already\n"
                + "    files must not include each other in a circle"));
  }

  @Test
  void include_withPassword_doesNotPrintIt() {
    assertThat(ConfigText.of(folder, "include url(\"http://u:sEcret@h/x\")").problem())
        .doesNotContain("sEcret");
  }

  @Test
  void include_manyTimes_isBounded() {
    ConfigText config = ConfigText.of(folder, "include \"0\"\ninclude \"0\"");
    for (int i = 0; i < 12; i++) {
      config.file("" + i, "include \"" + (i + 1) + "\"\ninclude \"" + (i + 1) + "\"");
    }
    assertThat(config.file("12", "").problem()).contains("includes more than 100 files in all");
  }
}
