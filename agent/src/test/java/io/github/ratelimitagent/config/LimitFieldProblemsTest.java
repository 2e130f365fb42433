package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a wrong field of a limit leads to, word by word. */
class LimitFieldProblemsTest {
  private static final String REFILL_WANTED =
      "wanted tokens above 0 and a period, such as 5/s, 90/m, 1000/h, 1000/d, 6 per 60s, or a bare"
          + " number of tokens per second";
  private static final String NO_THIS =
      " uses this, but the limit covers a constructor, where there is no object yet\n"
          + "    use an argument instead";

  @TempDir Path folder;

  /** The field stands in line 3 of a limit that is right otherwise. */
  @ParameterizedTest
  @MethodSource({"figures", "effects", "names"})
  void field_wrong_isReportedWithPlaceAndAdvice(String field, String problem) {
    assertThat(ConfigText.with(folder, field).problem())
        .isEqualTo("limits.conf:3: ratelimit.limits.x" + problem);
  }

  static Stream<Arguments> figures() {
    String capacity = ".capacity is %s: wanted a whole number of tokens, at least 1\n    write ";
    return Stream.of(
        arguments("capacity = 0", capacity.formatted("0") + "capacity = 1 or more"),
        arguments("capacity = -3", capacity.formatted("-3") + "capacity = 1 or more"),
        arguments("capacity = 1.9", capacity.formatted("1.9") + "capacity = 1 or capacity = 2"),
        arguments("capacity = 0.5", capacity.formatted("0.5") + "capacity = 1 or more"),
        arguments(
            "capacity = NaN", capacity.formatted("\"NaN\"") + "digits only, such as capacity = 10"),
        arguments(
            "capacity = 10k", capacity.formatted("\"10k\"") + "digits only, such as capacity = 10"),
        arguments(
            "capacity = 1e30",
            ".capacity is 1e30: wanted at most 1125899906842624\n    write a smaller number"),
        arguments(
            "capacity = 900000000000000",
            ".capacity: capacity 900000000000000 with refill 5/s is too large to be counted"
                + " exactly: the largest capacity that works with this refill is 5629499533; the"
                + " nearest refill that works with this capacity is 1000000/s"),
        arguments(
            "capacity = [1]",
            ".capacity is a list: wanted a single value\n    write capacity = ...; put a text with"
                + " special characters into double quotes"),
        arguments("refill = 0", ".refill: \"0\" has a zero: " + REFILL_WANTED),
        arguments("refill = -1/s", ".refill: \"-1/s\" is not a refill: " + REFILL_WANTED),
        arguments(
            "refill = 5 per second",
            ".refill: \"5 per second\" is not a refill: did you mean 5/s? " + REFILL_WANTED),
        arguments(
            "refill = 5 tokens a minute",
            ".refill: \"5 tokens a minute\" is not a refill: did you mean 5/m? " + REFILL_WANTED),
        arguments(
            "refill = 0.5 / Hour",
            ".refill: \"0.5 / Hour\" is not a refill: did you mean 0.5/h? " + REFILL_WANTED),
        arguments(
            "refill = 100/10s",
            ".refill: \"100/10s\" is not a refill: did you mean 100 per 10s? " + REFILL_WANTED),
        arguments(
            "refill = 5s", ".refill: \"5s\" is not a refill: did you mean 5/s? " + REFILL_WANTED),
        arguments(
            "refill = 5/min",
            ".refill: \"5/min\" is not a refill: did you mean 5/m? " + REFILL_WANTED),
        arguments(
            "refill = 100/Week",
            ".refill: \"100/Week\" is not a refill: did you mean 100 per 7d? " + REFILL_WANTED),
        arguments(
            "refill = \"/usr/lib/jvm/java/bin:/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin\"",
            ".refill is \"/usr/lib/jvm/java/bin:/usr/local/bin:/usr/local/sbin:/usr/bi...\": wanted a"
                + " refill\n    write refill = 5/s"),
        arguments("refill = NaN", ".refill: \"NaN\" is not a refill: " + REFILL_WANTED),
        arguments(
            "refill = 5 per 60",
            ".refill: the period of \"5 per 60\" has no unit: write 5 per 60s"),
        arguments(
            "permits = 0",
            ".permits is 0: wanted at least 1\n    leave the methods that cost nothing out by"
                + " exclude or when"),
        arguments(
            "permits = -1",
            ".permits is -1: wanted at least 1\n    leave the methods that cost nothing out by"
                + " exclude or when"),
        arguments(
            "permits = 11",
            ".permits is 11, more than the capacity of 10: no call would ever be allowed\n"
                + "    write a capacity of at least 11, or fewer permits"),
        arguments(
            "permits = 1.5",
            ".permits is \"1.5\": wanted a whole number or a template\n"
                + "    write permits = 1, or permits = \"{items.size()}\" in double quotes"));
  }

  static Stream<Arguments> effects() {
    String later =
        ": not in this version, wanted throw or block\n    write when-empty = throw and catch the"
            + " exception, or exception = a class of your own";
    return Stream.of(
        arguments("when-empty = http-429", ".when-empty is http-429" + later),
        arguments("when-empty = return", ".when-empty is return" + later),
        arguments(
            "when-empty = observe",
            ".when-empty is observe: wanted throw or block\n    write mode = observe instead"),
        arguments(
            "when-empty = blok",
            ".when-empty is \"blok\": wanted throw or block\n    write when-empty = block"),
        arguments(
            "when-empty = block",
            ".when-empty is block, but there is no max-wait\n"
                + "    write max-wait = 2s, or how long a call may wait"),
        arguments(
            "when-empty = block, max-wait = 100",
            ".max-wait is \"100\": the unit is missing: write 100ms or 100s"),
        arguments(
            "when-empty = block, max-wait = 2 fortnights",
            ".max-wait is \"2 fortnights\": \"fortnights\" is not a unit of time: wanted d, h, m,"
                + " s, ms or us"),
        arguments(
            "when-empty = block, max-wait = -1s",
            ".max-wait is \"-1s\": wanted a number and a unit (d, h, m, s, ms or us), such as"
                + " 500ms"),
        arguments("when-empty = block, max-wait = 0s", ".max-wait is 0s: wanted at least 1us"),
        // guava #1622
        arguments(
            "when-empty = block, max-wait = 10000d", ".max-wait is 10000d: wanted at most 365d"),
        arguments("nested = twice", ".nested is \"twice\": wanted once or each"),
        arguments(
            "mode = obsrve",
            ".mode is \"obsrve\": wanted enforce or observe\n" + "    write mode = observe"),
        arguments("enabled = maybe", ".enabled is \"maybe\": wanted true or false"),
        arguments("stack-trace = 1", ".stack-trace is \"1\": wanted true or false"),
        arguments(
            "on-redis-failure = open",
            ".on-redis-failure is \"open\": wanted allow, deny or in-process"),
        arguments(
            "exception = \"not a class\"",
            ".exception is \"not a class\": wanted the name of a class\n"
                + "    write exception = \"com.acme.TooManyRequests\""));
  }

  static Stream<Arguments> names() {
    return Stream.of(
        arguments("capacty = 3", " has an unknown field \"capacty\"\n    did you mean capacity?"),
        arguments(
            "when_empty = block",
            " has an unknown field \"when_empty\"\n    did you mean" + " when-empty?"),
        arguments(
            "limitt = 3",
            " has an unknown field \"limitt\"\n    the fields are method, exclude, key, capacity,"
                + " refill, permits, when, when-empty, max-wait, exception, stack-trace, lease,"
                + " nested, on-redis-failure, enabled, mode"),
        arguments(
            "method = []",
            ".method is an empty list: wanted at least one value\n"
                + "    write one, or leave the field out"),
        arguments(
            "exclude = \"*.*(..)\"",
            ".exclude: the pattern covers every method there is\n      *.*(..)\n      ^\n"
                + "    name a package, a class, a method or an annotation: com.acme..*.*(..)"),
        arguments(
            "key = \"\"", ".key is empty\n    leave key out for one bucket, named after the limit"),
        arguments(
            "key = \"user:{0\"",
            ".key: a '{' that is never closed: write '{{' for a brace that is part of the text\n"
                + "      user:{0\n           ^"),
        arguments("method = \"a.B.new(..)\", key = \"{this.x}\"", ".key" + NO_THIS),
        arguments("method = \"a.B.new(..)\", permits = \"{this.x}\"", ".permits" + NO_THIS),
        arguments(
            "method = [\"a.B.c()\", \"a.B.new()\"], when { \"{this.x}\" = 1 }",
            ".when.{this.x}" + NO_THIS + ", or limit the constructors by a limit of their own"),
        arguments(
            "when { user.plan = free }",
            ".when.user has fields: wanted a template in double quotes, and its values\n"
                + "    write when { \"{user.plan}\" = [free, trial] }"),
        arguments(
            "when { plan = free }",
            ".when.plan is the same for every call: wanted a template with an expression\n"
                + "    write when { \"{plan}\" = ... }, in double quotes"),
        arguments(
            "when { \"{plan}\" = [] }",
            ".when.{plan} is an empty list: wanted at least one value\n"
                + "    write one, or leave the field out"),
        arguments(
            "when = free",
            ".when is not an object: wanted fields in braces { }\n    write when { \"{user.plan}\" = [free, trial] }"));
  }

  /** HOCON ends the value at the unquoted #. */
  @Test
  void method_unquotedHash_isExplained() {
    assertThat(ConfigText.with(folder, "method = a.B#c(String)").problem())
        .startsWith("limits.conf:3: ratelimit.limits.x.method: no parentheses")
        .contains("a.B\n", "unquoted # starts a comment in HOCON");
  }

  @Test
  void method_eachWrongPattern_hasItsOwnLine() {
    assertThat(
            ConfigText.with(folder, "method = [", "\"a.B.c(..)\"", "\"a.B.d\"", "\"*.*(..)\"]")
                .problems())
        .hasSize(2)
        .anyMatch(p -> p.startsWith("limits.conf:5: ratelimit.limits.x.method: no parentheses"))
        .anyMatch(p -> p.startsWith("limits.conf:6: ratelimit.limits.x.method: the pattern cov"));
  }

  @Test
  void thisInTemplates_ofConstructorsBesideMethods_isAdvisedToLimitThemApart() {
    assertThat(
            ConfigText.limit(
                    folder,
                    "method = [\"a.B.new(..)\", \"a.B.c()\"], capacity = 1, refill = 1/s",
                    "key = \"{this.x}\"")
                .problem())
        .endsWith("use an argument instead, or limit the constructors by a limit of their own");
  }

  @Test
  void permitsBeyondAllBounds_withAShareOfTheLimit_areOneProblem() {
    assertThat(
            ConfigText.of(
                    folder,
                    "ratelimit.redis { uri = \"redis://a:1\", expected-processes = 2 }\n"
                        + "ratelimit.limits.x { method = \"a.B.c(..)\", capacity = 10, refill = 1/s,"
                        + " permits = 9223372036854775807, on-redis-failure = in-process }")
                .problem())
        .contains(".permits is 9223372036854775807, more than the capacity of 10");
  }
}
