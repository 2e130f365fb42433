package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Substitutions that multiply are refused before anything is as large as they make it. */
class ExpansionTest {
  private static final String LIMIT = "method = \"a.B.c(..)\", capacity = 10, refill = 5/s";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a0 = 1         | a%2$d = ${a%1$d}${a%1$d}",
        "a0 = 1         | a%2$d = \"${a%1$d}\"${a%1$d}\"-\"${?a%1$d}",
        "a0 = 1         | a%2$d = ${a%1$d}${a%1$d} # and once more ${a%1$d}",
        "a0 { x = 1 }   | a%2$d { l = ${a%1$d}, r = ${a%1$d} }",
        "a0 { x = 1 }   | a%2$d = ${a%1$d} { l = ${a%1$d} }",
        "a0 = [1]       | a%2$d = [${a%1$d}, ${a%1$d}]",
        "a0 = [1]       | a%2$d = ${a%1$d} ${a%1$d}",
        "b.a0 = 1       | b.a%2$d = ${b.a%1$d}${b.a%1$d}",
        "b.a0 = 1       | b { a%2$d { x = ${b.a%1$d}, y = ${b.a%1$d} } }",
        "a0 = 1         | a%2$d = ${a%1$d}, a%2$d = ${a%2$d}${a%1$d}",
      })
  void substitutionsThatMultiply_areRefusedAtTheirLine(String first, String next) {
    String text = first + "\n" + lines(60, i -> String.format(next, i, i + 1));
    assertThat(ConfigText.of(folder, text + "ratelimit.limits.x { " + LIMIT + " }").problem())
        .matches(
            "limits.conf:[12]\\d: the configuration becomes larger than 32 MiB here, by"
                + " \\$\\{...} that stand for values which hold others more than once\n"
                + "    write the value itself, or fewer \\$\\{...}");
  }

  @Test
  void valueThatMultipliesItself_isRefused() {
    String text = "a = x\n" + lines(40, i -> "a = ${a}${a}");
    assertThat(ConfigText.of(folder, text + "ratelimit.limits {}").problem())
        .contains("becomes larger than 32 MiB here");
  }

  @Test
  void limitsAndFiles_thatNameOthersOften_areNotRefused() {
    String common =
        "base { "
            + LIMIT
            + ", key = \"{user}\" }\ncommon = ${base} { refill = 6/s }\nb = 7\nlist = []\n"
            + lines(20, i -> "list += \"a.B.m" + i + "(..)\"")
            + lines(50, i -> "b = ${b}");
    String limits =
        lines(
            300,
            i ->
                "l"
                    + i
                    + " = ${common} { capacity = ${b}, refill = ${common.refill}, key = k"
                    + i
                    + ", method = ${list} }");
    Settings settings =
        ConfigText.of(folder, common + "ratelimit.limits {\n" + limits + "}").load();
    assertThat(settings.limits()).hasSize(300);
    assertThat(settings.limits().get(0).methods()).hasSize(20);
    assertThat(settings.limits().get(0).limit().spec()).hasToString("6/s (capacity 7)");
  }

  @Test
  void limitsWithSubstitutions_ofAnyNumber_areRead() {
    String limits = lines(10_000, i -> "l" + i + "=${d}{key=${k}}");
    Settings settings =
        ConfigText.of(
                folder,
                "d { "
                    + LIMIT
                    + ", refill = ${?R} }\nratelimit { mode = observe, limits {\n"
                    + limits
                    + "} }")
            .variable("R", "7/s")
            .variable("k", "user")
            .load();
    assertThat(settings.limits()).hasSize(10_000);
    assertThat(settings.limits().get(9_999))
        .hasToString("l9999: 7/s (capacity 10), key \"user\", throw, observed only");
    assertThat(settings.limits().get(9_999).place()).endsWith("limits.conf:10002");
  }

  @Test
  void limitsThatNameOthers_areRead() {
    String limits =
        lines(250, i -> "l" + (i + 1) + " = ${ratelimit.limits.l" + i + "} { key = k" + i + " }");
    Settings settings =
        ConfigText.of(folder, "ratelimit.limits {\nl0 { " + LIMIT + " }\n" + limits + "}").load();
    assertThat(settings.limits()).hasSize(251);
    assertThat(settings.limits().get(250).limit().spec()).hasToString("5/s (capacity 10)");
  }

  @Test
  void substitutionsMissing_inManyLimits_areReported() {
    String limits = lines(250, i -> "l" + i + " { " + LIMIT + ", key = ${K" + i % 3 + "} }");
    assertThat(ConfigText.of(folder, "ratelimit.limits {\n" + limits + "}").problems())
        .hasSize(250)
        .allMatch(problem -> problem.contains("stands for nothing"));
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n", "", "\n"));
  }
}
