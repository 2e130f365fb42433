package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits that would share buckets without sharing the figures. */
class SameKeyProblemsTest {
  @TempDir Path folder;

  @Test
  void sameKey_otherFigures_isReported() {
    assertThat(two("key = \"u:{0}\"", "key = \"u:{0}\", capacity = 2").problem())
        .isEqualTo(
            "limits.conf:3: ratelimit.limits.b has the same key as a, \"u:{0}\", but 1/s (capacity"
                + " 2) instead of 1/s (capacity 1) (limits.conf:2)\n"
                + "    put the limit's name into the key: key = \"b:u:{0}\"");
  }

  @Test
  void figures_areShownAsTheyWereWritten() {
    assertThat(two("key = k, refill = 60/m", "key = k, refill = 100 per 60s").problem())
        .contains("but 100 per 60s (capacity 1) instead of 60/m (capacity 1)");
    assertThat(two("key = k, refill = 60/m", "key = l").load().limits().get(0).limit().figures())
        .isEqualTo("60/m (capacity 1)");
  }

  @Test
  void sameKey_defaultOfAnother_isReported() {
    assertThat(two("", "key = a, refill = 2/s").problem()).contains("has the same key as a");
  }

  @Test
  void sameKey_sameFigures_isNoProblem() {
    assertThat(two("key = \"u:{0}\"", "key = \"u:{0}\", refill = 60/m").load().limits()).hasSize(2);
  }

  @Test
  void sameForm_otherFigures_isAWarning() {
    assertThat(two("key = \"u:{0}\"", "key = \"u:{user}\", capacity = 2").load().warnings())
        .singleElement()
        .asString()
        .contains(
            "limits.conf:3: ratelimit.limits.b may render the same key as a, \"u:{user}\" and"
                + " \"u:{0}\", but 1/s (capacity 2) instead of 1/s (capacity 1) (")
        .endsWith("\n    put the limit's name into the key: key = \"b:u:{user}\"");
  }

  @Test
  void sameForm_sameFiguresOrObserved_isNoWarning() {
    assertThat(two("key = \"u:{0}\"", "key = \"u:{user}\"").load().warnings()).isEmpty();
    assertThat(
            two("key = \"u:{0}\"", "key = \"u:{user}\", capacity = 2, mode = observe")
                .load()
                .warnings())
        .isEmpty();
    assertThat(two("key = \"u:{0}\"", "key = \"v:{0}\", capacity = 2").load().warnings()).isEmpty();
  }

  @Test
  void sameKey_observed_isNoProblem() {
    assertThat(two("key = k", "key = k, capacity = 2, mode = observe").load().limits()).hasSize(2);
  }

  @Test
  void sameKey_disabled_isNoProblem() {
    assertThat(two("key = k", "key = k, capacity = 2, enabled = no").load().limits()).hasSize(1);
  }

  @Test
  void otherProblems_doNotHideEqualKeysWithOtherFigures() {
    assertThat(
            ConfigText.of(
                    folder,
                    """
                    ratelimit.limits {
                      a { method = "a.B.c(..)", capacity = 10, refill = 5/s, key = "k", permits = 11 }
                      B { method = "a.B.d(..)", capacity = 20, refill = 5/s, key = "k", exception = "-" }
                      c { method = "a.B.e", capacity = 30, refill = 5/s, key = "k" }
                    }
                    """)
                .problems())
        .hasSize(6)
        .anySatisfy(p -> assertThat(p).contains("a.permits is 11"))
        .anySatisfy(p -> assertThat(p).contains("B is no name for a limit"))
        .anySatisfy(p -> assertThat(p).contains("b has the same key as a"))
        .anySatisfy(p -> assertThat(p).contains("c has the same key as a"));
  }

  private ConfigText two(String fieldsOfA, String fieldsOfB) {
    String fields = " { method = \"a.B.c(..)\", capacity = 1, refill = 1/s, ";
    return ConfigText.of(
        folder,
        "ratelimit.limits {\n a" + fields + fieldsOfA + " }\n b" + fields + fieldsOfB + " }\n}");
  }
}
