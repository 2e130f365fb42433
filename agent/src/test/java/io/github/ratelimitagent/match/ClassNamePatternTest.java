package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassNamePatternTest {

  @ParameterizedTest
  @CsvSource({
    "com.acme.A, com.acme.A, true",
    "com.acme.A, com.acme.AB, false",
    "com.acme.A, com.acme.A$B, false",
    "com.acme.*, com.acme.A, true",
    "com.acme.*, com.acme.A$B, true",
    "com.acme.*, com.acme.b.A, false",
    "com.acme.*, com.acme, false",
    "com.acme..*, com.acme.A, true",
    "com.acme..*, com.acme.b.c.A, true",
    "com.acme..*, com.acmes.A, false",
    "com.acme..*, com.acme, false",
    "com..acme.A, com.acme.A, true",
    "com..acme.A, com.x.y.acme.A, true",
    "com..acme.A, com.acme.acme.A, true",
    "com..acme.A, comacme.A, false",
    "com..a..B, com.a.a.B, true",
    "com..a.b..B, com.a.a.b.B, true",
    "com..*Service, com.acme.PaymentService, true",
    "com..*Service, com.acme.PaymentServices, false",
    "*, A, true",
    "*, com.acme.A, true",
    "A, com.acme.A, false",
    "*A, com.acme.A, false",
    "*..A, com.acme.A, true",
    "*..A, A, true",
    "*..A, com.acme.BA, false",
    "*.A, com.A, true",
    "*.A, com.acme.A, false",
    "*.A, A, false",
    "com.*.A, com.acme.A, true",
    "com.*.A, com.A, false",
    "com.acme.A*B*C, com.acme.AxByBzC, true",
    "com.acme.A*B*C, com.acme.AxCyB, false",
  })
  void matches_byTheTable(String pattern, String name, boolean matches) {
    assertThat(new ClassNamePattern(pattern).matches(name)).isEqualTo(matches);
  }

  /** Against a regular expression, which is too slow for the product but plainly right. */
  @Property(tries = 5000)
  void matches_asTheRegularExpression(
      @ForAll("patterns") String pattern, @ForAll("names") String name) {
    assertThat(new ClassNamePattern(pattern).matches(name))
        .as("%s on %s", pattern, name)
        .isEqualTo(name.matches(regex(pattern)));
  }

  @Property
  void matches_aRegionAsTheWhole(@ForAll("patterns") String pattern, @ForAll("names") String name) {
    ClassNamePattern read = new ClassNamePattern(pattern);
    assertThat(read.matches(name + "[]", name.length())).isEqualTo(read.matches(name));
  }

  @Property
  void prefix_ofEveryNameThatMatches(
      @ForAll("patterns") String pattern, @ForAll("names") String name) {
    ClassNamePattern read = new ClassNamePattern(pattern);
    if (read.matches(name)) {
      assertThat(name).startsWith(read.prefix());
    }
  }

  private static String regex(String pattern) {
    if (pattern.equals("*")) {
      return ".*";
    }
    StringBuilder regex = new StringBuilder();
    String rest = pattern;
    if (rest.startsWith("*..")) {
      regex.append("(.*\\.)?");
      rest = rest.substring(3);
    }
    for (int i = 0; i < rest.length(); i++) {
      if (rest.startsWith("..", i)) {
        regex.append("\\.(.*\\.)?");
        i++;
      } else if (rest.charAt(i) == '*') {
        regex.append("[^.]*");
      } else {
        regex.append(Pattern.quote(rest.substring(i, i + 1)));
      }
    }
    return regex.toString();
  }

  @Provide
  Arbitrary<String> names() {
    return segments("a", "b", "ab", "ba", "aab")
        .list()
        .ofMinSize(1)
        .ofMaxSize(6)
        .map(l -> String.join(".", l));
  }

  @Provide
  Arbitrary<String> patterns() {
    Arbitrary<String> segment = segments("a", "b", "ab", "*", "*a", "a*", "a*b", "*b*");
    Arbitrary<String> separator = segments(".", "..");
    return segment
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .flatMap(
            parts ->
                separator
                    .list()
                    .ofSize(parts.size() - 1)
                    .map(
                        separators -> {
                          StringBuilder pattern = new StringBuilder(parts.get(0));
                          for (int i = 0; i < separators.size(); i++) {
                            pattern.append(separators.get(i)).append(parts.get(i + 1));
                          }
                          return pattern.toString();
                        }));
  }

  private static Arbitrary<String> segments(String... values) {
    return Arbitraries.of(values);
  }
}
