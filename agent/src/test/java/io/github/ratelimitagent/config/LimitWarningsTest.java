package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a limit works, but hardly as it was meant. */
class LimitWarningsTest {
  @TempDir Path folder;

  @Test
  void limit_writtenTwice_isWarnedOf() {
    String text =
        "ratelimit {\n limits {\n"
            + "  pay { method = \"a.B.c(..)\", capacity = 1, refill = 1 } # pay { \n"
            + "  other { method = \"a.B.e(..)\", key = \"pay {0}\", capacity = 1, refill = 1 }\n"
            + "  \"pay\" = { method = \"a.B.d(..)\", capacity = 1, refill = 1 }\n }\n}\n"
            + "pay { mine = 1 }";
    ConfigText config = ConfigText.of(folder, text);
    assertThat(config.load().warnings())
        .extracting(config::relative)
        .containsExactly(
            "limits.conf:5: ratelimit.limits.pay is written twice, in lines 3 and 5: fields of the"
                + " second replace those of the first\n    give each limit a name of its own");
  }

  @Test
  void refill_rounded_isWarnedOf() {
    ConfigText config = ConfigText.with(folder, "refill = 333333333.333333333/s, capacity = 1000");
    assertThat(config.load().warnings())
        .singleElement()
        .asString()
        .contains(":3: ratelimit.limits.x.refill is ", ", counted as ");
  }

  @Test
  void maxWait_thatHasNoEffect_isAWarningThatNamesTheOverride() {
    ConfigText inFile = ConfigText.with(folder, "max-wait = 1s");
    assertThat(inFile.load().warnings())
        .singleElement()
        .extracting(inFile::relative)
        .asString()
        .startsWith(
            "limits.conf:3: ratelimit.limits.x.max-wait has no effect with when-empty = throw\n");
    ConfigText overridden =
        ConfigText.with(folder, "when-empty = block, max-wait = 1s")
            .property("ratelimit.limits.x.when-empty", "throw");
    assertThat(overridden.load().warnings())
        .singleElement()
        .extracting(overridden::relative)
        .asString()
        .contains(
            "limits.conf:3: ratelimit.limits.x.max-wait has no effect with when-empty = throw of"
                + " -Dratelimit.limits.x.when-empty\n");
  }

  @Test
  void substitutionWithinQuotes_isAWarning() {
    ConfigText text = ConfigText.with(folder, "key = \"user:${q}\"");
    assertThat(text.load().warnings())
        .singleElement()
        .extracting(text::relative)
        .isEqualTo(
            "limits.conf:3: ratelimit.limits.x.key has ${q} within double quotes, where nothing is"
                + " replaced: it reads as a $ and what {q} gives\n    did you mean {q}? for a variable, close the quotes before it: \"...\"${q}");
    assertThat(ConfigText.with(folder, "permits = \"${n}\"").load().warnings()).hasSize(1);
    assertThat(ConfigText.with(folder, "when { \"${plan}\" = [free] }").load().warnings())
        .hasSize(1);
    assertThat(ConfigText.with(folder, "key = \"cost:$-{q}\"").load().warnings()).isEmpty();
  }

  @Test
  void lease_withoutRedis_isAWarning() {
    ConfigText text = ConfigText.with(folder, "lease = 5");
    assertThat(text.load().warnings())
        .singleElement()
        .extracting(text::relative)
        .isEqualTo(
            "limits.conf:3: ratelimit.limits.x.lease has no effect without a redis section: each"
                + " process has all tokens at hand\n"
                + "    remove lease, or write redis.uri = \"redis://localhost:6379\"");
    text.property("ratelimit.redis.uri", "redis://h");
    assertThat(text.load().warnings()).isEmpty();
  }
}
