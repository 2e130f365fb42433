package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Problems of a limit's name, of what it lacks, and of fields that do not go together. */
class LimitProblemsTest {
  @TempDir Path folder;

  @Test
  void limit_withoutFields_lacksThree() {
    assertThat(ConfigText.limit(folder).problems())
        .containsExactly(
            "limits.conf:2: ratelimit.limits.x has no method\n"
                + "    write method = \"com.acme.PaymentService.charge(..)\"",
            "limits.conf:2: ratelimit.limits.x has no capacity\n"
                + "    write capacity = 10, or how many calls may come at once",
            "limits.conf:2: ratelimit.limits.x has no refill\n"
                + "    write refill = 5/s, or how many calls there may be in the long run");
  }

  @Test
  void limit_tooLargeMaxWait_namesWhatWorks() {
    assertThat(
            ConfigText.with(folder, "when-empty = block, max-wait = 300d", "refill = 123456789/s")
                .problem())
        .startsWith("limits.conf:2: ratelimit.limits.x.capacity: capacity 10 with refill")
        .contains("max-wait");
  }

  @Test
  void disabledLimit_isCheckedToo() {
    assertThat(ConfigText.with(folder, "enabled = false, capacity = 0").problem())
        .startsWith("limits.conf:3: ratelimit.limits.x.capacity is 0");
  }

  @Test
  void limitName_outsideTheGrammar_isReportedWithOneThatWorks() {
    assertThat(limitNamed("\"Pay Ment\"").problem())
        .isEqualTo(
            "limits.conf:2: ratelimit.limits.Pay Ment is no name for a limit: wanted small letters,"
                + " digits, - and _, the first a letter or digit\n    write pay-ment instead");
  }

  @Test
  void limitName_withDot_isReportedOnce() {
    assertThat(limitNamed("pay.ment").problem())
        .isEqualTo(
            "limits.conf:2: ratelimit.limits.pay has no field but the object \"ment\": wanted the"
                + " fields of a limit, whose name has no dots\n    write pay-ment { method = ... }");
  }

  private ConfigText limitNamed(String name) {
    return ConfigText.of(
        folder,
        "ratelimit.limits {\n"
            + name
            + " { method = \"a.B.c(..)\", capacity = 1, refill = 1/s }\n}");
  }

  @Test
  void wrongName_doesNotHideTheOtherProblems() {
    assertThat(
            ConfigText.of(
                    folder,
                    "ratelimit.limits {\n Bad_NAME { method = \"a.B.c(..)\", capacity = 0\n}\n}\n")
                .problems())
        .hasSize(3)
        .anySatisfy(p -> assertThat(p).contains("is no name for a limit", "write bad_name instead"))
        .anySatisfy(p -> assertThat(p).contains("Bad_NAME.capacity is 0"))
        .anySatisfy(p -> assertThat(p).contains("Bad_NAME has no refill"));
  }

  @Test
  void figuresTooLarge_maxWaitIsShownAsADuration() {
    assertThat(
            ConfigText.limit(
                    folder,
                    "method = \"a.B.c(..)\", capacity = 100000000000, refill = 1/d",
                    "when-empty = block, max-wait = 90s")
                .problem())
        .contains(" and max-wait 90s is too large");
  }

  @Test
  void limitsOnOneLine_areInTheirOrder() {
    String fields = " { method = \"a.B.c(..)\", capacity = 1, refill = 1 }";
    assertThat(
            ConfigText.of(
                    folder,
                    "ratelimit.limits { zebra" + fields + ", ape" + fields + "\n m" + fields + " }")
                .load()
                .limits())
        .extracting(entry -> entry.limit().name())
        .containsExactly("zebra", "ape", "m");
    assertThat(
            ConfigText.of(folder, "ratelimit { limits { z { y = 1 }, a { x = 1 } } }").problems())
        .filteredOn(problem -> problem.contains("unknown field"))
        .extracting(problem -> problem.substring(0, problem.indexOf(" has")))
        .containsExactly("limits.conf:1: ratelimit.limits.z", "limits.conf:1: ratelimit.limits.a");
  }

  @Test
  void limitWithFieldsOfAnother_isReportedWhereItIsWritten() {
    String text =
        "common { capacity = 1 }\nratelimit.limits {\n  a = ${common} { refill = 1 }\n"
            + "  b = ${common} {\n    refill = 1\n  }\n}\n";
    assertThat(ConfigText.of(folder, text).problems())
        .extracting(problem -> problem.substring(0, problem.indexOf(" has no method")))
        .containsExactly("limits.conf:3: ratelimit.limits.a", "limits.conf:4: ratelimit.limits.b");
  }
}
