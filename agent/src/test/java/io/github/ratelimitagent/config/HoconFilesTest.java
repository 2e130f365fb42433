package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that cannot be read, and what HOCON makes of what people write. */
class HoconFilesTest {
  private static final String EXAMPLE =
      "\n    write ratelimit { limits { my-limit { method = \"com.acme.PaymentService.charge(..)\","
          + " capacity = 10, refill = 5/s } } }";

  @TempDir Path folder;

  @AfterEach
  void forgetProperties() {
    System.clearProperty("config.file");
    System.clearProperty("ratelimit.limits.x.capacity");
    System.clearProperty("A_PROPERTY");
  }

  @ParameterizedTest
  @MethodSource
  void file_notAConfiguration_isReported(String text, String problem) {
    assertThat(ConfigText.of(folder, text).problem()).isEqualTo("limits.conf" + problem);
  }

  static Stream<Arguments> file_notAConfiguration_isReported() {
    String object = ": wanted fields in braces { }";
    return Stream.of(
        arguments("", ": the configuration is empty" + EXAMPLE),
        arguments("# only\n", ": the configuration is empty" + EXAMPLE),
        arguments(
            "ratelimit {}",
            ":1: ratelimit has no limits\n"
                + "    write limits { my-limit { method = ..., capacity = 10, refill = 5/s } }"),
        arguments("ratelimit = 3", ":1: ratelimit is not an object" + object + EXAMPLE),
        arguments(
            "a = 1\nratelimt { limits {} }",
            ":2: there is no section ratelimit\n    write ratelimit instead of ratelimt"),
        arguments(
            "\nlimits { a {} }",
            ":2: there is no section ratelimit\n    put everything into ratelimit { }"),
        arguments(
            "ratelimit.limits = []",
            ":1: ratelimit.limits is not an object"
                + object
                + "\n    write limits { my-limit { method = ..., capacity = 10, refill = 5/s } }"),
        arguments(
            "ratelimit.limits {}\nratelimits.mode = observe",
            ":2: \"ratelimits\" stands outside of ratelimit and would have no effect\n"
                + "    did you mean ratelimit?"),
        arguments(
            "ratelimit.limits {}\nmode = observe",
            ":2: \"mode\" stands outside of ratelimit and would have no effect\n"
                + "    put it into ratelimit { }"),
        arguments(
            "ratelimit.limits {}\nratelimit.limitt {}",
            ":2: ratelimit has an unknown field \"limitt\"\n    did you mean limits?"));
  }

  @ParameterizedTest
  @MethodSource
  void hocon_invalid_isReported(String field, String problem) {
    assertThat(ConfigText.with(folder, field).problem()).isEqualTo("limits.conf:" + problem);
  }

  static Stream<Arguments> hocon_invalid_isReported() {
    String quoteMethod =
        "\n    write patterns in double quotes, such as method = \"com.acme.Api.call(..)\"";
    String quoteKey = "\n    write templates in double quotes, such as key = \"user:{userId}\"";
    return Stream.of(
        arguments(
            "method = a.B.*(..)",
            "3: not valid HOCON: the character * is only allowed within double quotes"
                + quoteMethod),
        arguments(
            "method = a.B.c(String, long)",
            "3: not valid HOCON: a text stands here that is neither a field nor a value"
                + quoteMethod),
        arguments(
            "method = a.B.c(String,\n\n  long)\n\n# the most\ncapacity = 10",
            "5: not valid HOCON: a text stands here that is neither a field nor a value"
                + quoteMethod),
        arguments(
            "redis.uri = \"redis://h\", method = a.B.c(String, long), capacity = 10",
            "3: not valid HOCON: a text stands here that is neither a field nor a value"
                + quoteMethod),
        arguments(
            "method = a.B+.c(..)",
            "3: not valid HOCON: the character + is only allowed within double quotes"
                + quoteMethod),
        arguments(
            "method = a.B.c(String), capacity = 10, key = {userId}",
            "3: not valid HOCON: a text stands here that is neither a field nor a value"
                + quoteKey),
        arguments(
            "method = a.B.c(String), key = user:{userId}",
            "3: not valid HOCON: a text that holds : stands without double quotes here" + quoteKey),
        arguments(
            "method = \"a.B.c(..)",
            "3: not valid HOCON: a double quote is opened here but not closed on its line"
                + quoteMethod),
        arguments(
            "key = user:{userId}",
            "3: not valid HOCON: a text that holds : stands without double quotes here" + quoteKey),
        arguments(
            "capacity = 10 refill = 5/s",
            "3: not valid HOCON: two fields on one line want a comma between them, and a text with ="
                + " double quotes"),
        arguments(
            "when { a = 1 } key = k",
            "3: not valid HOCON: a comma or a line end is missing between two fields"),
        arguments(
            "key = user-{userId}",
            "3: not valid HOCON: a text stands here that is neither a field nor a value"
                + quoteKey),
        arguments(
            "when { a = 1",
            "2: not valid HOCON: a brace { is opened here but not closed by the end of the file"),
        arguments("} } }", "3: not valid HOCON: a brace } is closed here but none is open"),
        arguments(
            "capacity = ${MISSING}",
            "3: ${MISSING} stands for nothing: no such environment variable, nor value in the"
                + " file\n    set MISSING in the environment, or write ${?MISSING} if it may be"
                + " missing"));
  }

  @Test
  void substitutions_missing_areAllReported() {
    assertThat(
            ConfigText.with(folder, "capacity = ${ONE}", "refill = ${TWO}", "permits = ${ONE}")
                .problems())
        .extracting(problem -> problem.substring(0, problem.indexOf(" stands")))
        .containsExactly("limits.conf:3: ${ONE}", "limits.conf:4: ${TWO}", "limits.conf:5: ${ONE}");
  }

  @Test
  void substitutions_inACircle_areReported() {
    assertThat(ConfigText.with(folder, "capacity = ${a}").file("x", "").problem())
        .contains("${a} stands for nothing");
    assertThat(ConfigText.of(folder, "ratelimit.limits {}\na = ${b}, b = ${a}").problem())
        .isEqualTo(
            "limits.conf:2: a substitution ${...} refers to itself\n"
                + "    write the value itself in one place");
  }

  @Test
  void substitutions_areTakenFromEnvironmentAndFileOnly() {
    System.setProperty("A_PROPERTY", "3");
    ConfigText config =
        ConfigText.of(
                folder,
                "mine = 4\nratelimit.limits.x { method = \"a.B.c(..)\", capacity = ${CAP}\n"
                    + "refill = ${mine}, permits = ${?A_PROPERTY}, permits = ${?PATH} }")
            .variable("CAP", "7");
    assertThat(config.load().limits().get(0).limit().spec()).hasToString("4/s (capacity 7)");
    assertThat(config.load().limits().get(0).limit().permits().source()).isEqualTo("1");
  }

  @Test
  void variable_wrongValue_isReportedAtTheVariable() {
    assertThat(ConfigText.with(folder, "capacity = ${CAP}").variable("CAP", "many").problem())
        .startsWith("environment variable CAP: ratelimit.limits.x.capacity is \"many\": wanted");
  }

  @Test
  void file_notUtf8_isReportedWithItsLine() throws IOException {
    Path file = folder.resolve("latin1.conf");
    Files.write(file, "a = 1\nb = \u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> load(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("latin1.conf:2: the configuration file is not UTF-8: byte 11")
        .hasMessageContaining("save the file as UTF-8");
  }

  @Test
  void file_cutWithinCharacter_isReported() throws IOException {
    Path file = folder.resolve("cut.conf");
    Files.write(file, new byte[] {'a', '=', (byte) 0xc3});
    assertThatThrownBy(() -> load(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("is not UTF-8");
  }

  @Test
  void file_utf16_isReported() throws IOException {
    Path file = folder.resolve("utf16.conf");
    Files.write(file, "ratelimit {}".getBytes(StandardCharsets.UTF_16LE));
    assertThatThrownBy(() -> load(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("holds a zero byte: wanted text in UTF-8");
  }

  @Test
  void file_byteOrderMark_isNoProblem() {
    ConfigText config =
        ConfigText.of(
            folder, "\ufeffratelimit.limits.x { method = \"a.B.c()\", capacity = 1, refill = 1 }");
    assertThat(config.load().limits()).hasSize(1);
  }

  @Test
  void file_tenMegabytes_isReported() throws IOException {
    Path file = folder.resolve("large.conf");
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(10 << 20);
    }
    assertThatThrownBy(() -> load(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("is larger than 1024 KiB: wanted a configuration");
  }

  @Test
  void file_nestedTooDeeply_isReported() {
    assertThat(ConfigText.of(folder, "a{".repeat(100_000)).problem())
        .isEqualTo("limits.conf: not valid HOCON: it is nested too deeply to be read");
  }

  /** kanela #155, #116. */
  @Test
  void applicationsOwnConfiguration_isNotRead() throws IOException {
    Path own = folder.resolve("application.conf");
    Files.writeString(own, "ratelimit.limits.x.capacity = 99");
    System.setProperty("config.file", own.toString());
    System.setProperty("ratelimit.limits.x.capacity", "98");
    assertThat(ConfigText.with(folder).load().limits().get(0).limit().spec().capacity())
        .isEqualTo(10);
  }

  private static void load(Path file) throws ConfigException {
    Settings.load(file.toFile(), Map.of(), Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 'ratelimit {\n  limits {\n    a { x = 1 }\n  }\n'",
    "3, 'ratelimit {\n  limits {\n    a {\n      x = 1\n  }\n}\n'",
    "2, 'ratelimit {\n  limits {\n    a {\n      x = 1\n    }\n}\n'",
    "4, 'ratelimit {\n  limits {\n    a {}\n    b { when { \"{c}\" = [d] }\n  }\n}\n'",
  })
  void braceNotClosed_namesTheLineThatOpenedIt(int line, String text) {
    assertThat(ConfigText.of(folder, text.replace("\\n", "\n")).problem())
        .isEqualTo(
            "limits.conf:"
                + line
                + ": not valid HOCON: a brace { is opened here but not closed by the end of the"
                + " file");
  }
}
