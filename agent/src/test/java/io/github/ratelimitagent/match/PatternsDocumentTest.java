package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds every example of docs/patterns.md against the code. */
class PatternsDocumentTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** The methods of the document, by the text that it gives them. */
  private static final Map<String, Declared> METHODS = methods();

  @ParameterizedTest
  @MethodSource("examples")
  void example_coversWhatTheDocumentSays(List<String> row) {
    MethodPattern pattern = MethodPattern.parse(codes(row.get(0)).get(0));

    assertThat(codes(row.get(1))).as("covered by %s", pattern).allMatch(m -> covers(pattern, m));
    assertThat(codes(row.get(2)))
        .as("not covered by %s", pattern)
        .noneMatch(m -> covers(pattern, m));
    assertThat(codes(row.get(1) + row.get(2))).as("examples of %s", pattern).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refusal_forTheReasonThatTheDocumentGives(List<String> row) {
    String pattern = codes(row.get(0)).get(0);
    PatternSyntaxException refused =
        catchThrowableOfType(PatternSyntaxException.class, () -> MethodPattern.parse(pattern));

    assertThat(refused).as(pattern).isNotNull();
    assertThat(codes(row.get(1))).containsExactly(refused.problem());
  }

  @Test
  void message_asTheDocumentShowsIt() throws IOException {
    PatternSyntaxException refused =
        catchThrowableOfType(
            PatternSyntaxException.class,
            () -> MethodPattern.parse("com.acme.PaymentService.charge"));

    assertThat(String.join("\n", document())).contains("```\n" + refused.getMessage() + "\n```");
  }

  @Test
  void modifiers_allInTheDocument() throws IOException {
    List<String> row =
        table("| part |").stream()
            .filter(r -> r.get(0).equals("modifiers"))
            .findAny()
            .orElseThrow();
    assertThat(codes(row.get(1)))
        .containsAll(MethodModifier.words())
        .hasSize(MethodModifier.words().size() + 1);
  }

  static List<List<String>> examples() throws IOException {
    return table("| Pattern |");
  }

  static List<List<String>> refusals() throws IOException {
    return table("| Refused |");
  }

  private static boolean covers(MethodPattern pattern, String text) {
    Declared declared = METHODS.get(text);
    assertThat(declared).as("a method that the document names: %s", text).isNotNull();
    return pattern.matches(declared.type(), declared.method());
  }

  private static Map<String, Declared> methods() {
    Map<String, Declared> methods = new HashMap<>();
    for (Class<?> type : MatchedMethods.CLASSES) {
      String shortName = type.getName().substring(type.getPackageName().length() + 1);
      for (MethodView method : Reflected.members(type)) {
        if (SignaturePattern.isWritten(method)) {
          methods.put(
              ExactPattern.of(shortName, method), new Declared(Reflected.type(type), method));
        }
      }
    }
    return methods;
  }

  /** The rows below a header that starts with the text, cell by cell. */
  private static List<List<String>> table(String header) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : document()) {
      if (inside && line.startsWith("|") && !line.startsWith("| ---")) {
        String[] cells = line.split("\\|", -1);
        rows.add(Stream.of(cells).skip(1).limit(cells.length - 2).map(String::strip).toList());
      }
      inside = line.startsWith(header) || (inside && line.startsWith("|"));
    }
    assertThat(rows).as("rows below %s", header).isNotEmpty();
    return rows;
  }

  private static List<String> document() throws IOException {
    Path here = Path.of("docs", "patterns.md");
    return Files.readAllLines(
        Files.exists(here) ? here : Path.of("..").resolve(here), StandardCharsets.UTF_8);
  }

  private static List<String> codes(String cell) {
    List<String> codes = new ArrayList<>();
    for (Matcher matcher = CODE.matcher(cell); matcher.find(); ) {
      codes.add(matcher.group(1));
    }
    return codes;
  }

  private record Declared(TypeView type, MethodView method) {}
}
