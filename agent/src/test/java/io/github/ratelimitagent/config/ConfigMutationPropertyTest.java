package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever is written into a file, the outcome is settings or a message that tells a place. */
class ConfigMutationPropertyTest {
  private static final String VALID =
      """
      # a comment
      ratelimit {
        mode = observe, summary-interval = 30s
        redis { uri = "redis://u:sEcret@h:1/2", deadline = 20ms, connections = 3 }
        redis.uri = ${?REDIS_URI}
        redis.on-redis-failure = in-process
        redis.expected-processes = 4
        limits {
          a {
            method = ["a.B.c(..)", "@a.X a..*.new(String, ..)"]
            exclude = "a.B+.c()"
            key = "user:{0.name:-none}", capacity = 10, refill = 6 per 60s, permits = 2
            when { "{1}" = [free, 3], "{a.B.c().d}" = true }
            when-empty = block, max-wait = 2s, exception = a.Busy, stack-trace = false
          }
          b = ${ratelimit.limits.a} { key = b, capacity = 20 }
        }
      }
      """;

  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          "\"\"\"",
          "=",
          ":",
          ",",
          "\n",
          "#",
          "//",
          "${",
          "${?X}",
          "${a}",
          "$",
          "+=",
          ".",
          "..",
          "(",
          ")",
          "*",
          "+",
          "@",
          "\\",
          "\\u",
          "include ",
          "null",
          "-1",
          "0",
          "1e99",
          "NaN",
          "999999999999999999999",
          "9223372036854775807",
          "1.5",
          "\u0000",
          "\ud800",
          "\ufeff",
          " ",
          "limits",
          "redis",
          "\t",
          "include \"limits.conf\"",
          "${ratelimit}",
          "${?ratelimit.limits}",
          "true",
          "365d",
          "1ns");

  private static File file;

  @BeforeContainer
  static void create() throws IOException {
    file = Files.createTempFile("mutated", ".conf").toFile();
  }

  @AfterContainer
  static void delete() throws IOException {
    Files.deleteIfExists(file.toPath());
  }

  @Property(tries = 1000)
  void load_mutatedFile_givesSettingsOrProblems(@ForAll("mutations") List<Mutation> mutations)
      throws IOException {
    String text = VALID;
    for (Mutation mutation : mutations) {
      text = mutation.of(text);
    }
    Files.writeString(file.toPath(), text.replace('\ud800', '?'));
    expectSettingsOrProblems(Map.of(), mutations.isEmpty());
  }

  @Property(tries = 200)
  void load_anyBytes_givesSettingsOrProblems(@ForAll byte[] bytes) throws IOException {
    Files.write(file.toPath(), bytes);
    expectSettingsOrProblems(Map.of(), false);
  }

  @Property(tries = 400)
  void load_anyOverride_givesSettingsOrProblems(
      @ForAll("fields") String field, @ForAll("values") String value) throws IOException {
    Files.writeString(file.toPath(), VALID);
    expectSettingsOrProblems(Map.of("ratelimit." + field, value), false);
  }

  private static void expectSettingsOrProblems(Map<String, String> properties, boolean valid) {
    try {
      Settings settings = Settings.load(file, properties, Map.of());
      assertThat(settings.limits()).isNotNull();
    } catch (ConfigException e) {
      assertThat(valid).as(e.getMessage()).isFalse();
      assertThat(e.problems()).isNotEmpty();
      for (Problem problem : e.problems()) {
        assertThat(problem.place()).matches("(?s).*\\.conf(:\\d+)?|-D.*|environment variable .*");
        assertThat(problem.description()).isNotBlank();
      }
      assertThat(e.getMessage()).doesNotContain("sEcret");
    }
  }

  @Provide
  Arbitrary<List<Mutation>> mutations() {
    Arbitrary<String> piece =
        Arbitraries.frequencyOf(
            Tuple.of(5, Arbitraries.of(PIECES)), Tuple.of(1, Arbitraries.strings().ofMaxLength(3)));
    return Combinators.combine(
            Arbitraries.doubles().between(0, 1), Arbitraries.integers().between(0, 20), piece)
        .as(Mutation::new)
        .list()
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> fields() {
    return Arbitraries.of(Key.values())
        .map(key -> key.path().replace("ratelimit.", "").replace("<name>", "a"))
        .filter(field -> !field.isEmpty());
  }

  @Provide
  Arbitrary<String> values() {
    return Arbitraries.oneOf(Arbitraries.of(PIECES), Arbitraries.strings().ofMaxLength(10));
  }

  /** Replaces some characters by a piece. */
  record Mutation(double at, int length, String piece) {
    String of(String text) {
      int from = (int) (at * text.length());
      int to = Math.min(text.length(), from + length);
      return text.substring(0, from) + piece + text.substring(to);
    }
  }
}
