package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverridesTest {
  @TempDir Path folder;

  @Test
  void property_ofLimit_replacesTheField() {
    LimitEntry entry =
        ConfigText.with(folder)
            .property("ratelimit.limits.x.capacity", "20")
            .property("ratelimit.limits.x.refill", "90/m")
            .property("ratelimit.limits.x.method", "a.B.d(..)")
            .load()
            .limits()
            .get(0);
    assertThat(entry.limit().spec()).hasToString("90/m (capacity 20)");
    assertThat(entry.methods()).hasToString("[a.B.d(..)]");
    assertThat(entry.methodPlaces()).containsExactly("-Dratelimit.limits.x.method");
  }

  @Test
  void property_wrong_isReportedAtTheProperty() {
    assertThat(ConfigText.with(folder).property("ratelimit.limits.x.capacity", "1.5").problem())
        .isEqualTo(
            "-Dratelimit.limits.x.capacity: ratelimit.limits.x.capacity is 1.5: wanted a whole"
                + " number of tokens, at least 1\n    write capacity = 1 or capacity = 2");
  }

  @Test
  void property_unknownField_isReported() {
    assertThat(ConfigText.with(folder).property("ratelimit.limits.x.capacty", "1").problem())
        .isEqualTo(
            "-Dratelimit.limits.x.capacty: unknown field \"capacty\"\n    did you mean capacity?");
  }

  @Test
  void property_unknownLimit_isReported() {
    assertThat(ConfigText.with(folder).property("ratelimit.limits.yy.capacity", "1").problem())
        .isEqualTo(
            "-Dratelimit.limits.yy.capacity: there is no limit \"yy\"\n    the limits are x");
  }

  @Test
  void property_ofConditions_isRefused() {
    assertThat(ConfigText.with(folder).property("ratelimit.limits.x.when.{0}", "1").problem())
        .isEqualTo(
            "-Dratelimit.limits.x.when.{0}: when cannot be set by a system property\n"
                + "    write it into the file");
  }

  @Test
  void property_unknownFieldOfRedis_isReportedWithoutItsValue() {
    assertThat(
            ConfigText.with(folder).property("ratelimit.redis.ur", "redis://u:sEcret@h").problem())
        .isEqualTo("-Dratelimit.redis.ur: unknown field \"ur\"\n    did you mean uri?");
  }

  @Test
  void property_ofRedisWithoutAddress_isReported() {
    assertThat(ConfigText.with(folder).property("ratelimit.redis.deadline", "9ms").problem())
        .startsWith("-Dratelimit.redis.deadline: ratelimit.redis has no uri");
  }

  @Test
  void property_common_replacesTheField() {
    Settings settings =
        ConfigText.with(folder)
            .property("ratelimit.enabled", "false")
            .property("ratelimit.log-level", "info")
            .property("ratelimit.summary-interval", "2s")
            .load();
    assertThat(settings.enabled()).isFalse();
    assertThat(settings.logInfo()).isTrue();
    assertThat(settings.summaryIntervalMillis()).isEqualTo(2_000);
  }

  @Test
  void property_observeAgainstEnforce_isWarnedOf() {
    ConfigText config =
        ConfigText.with(folder, "mode = enforce").property("ratelimit.mode", "observe");
    Settings settings = config.load();
    assertThat(settings.limits().get(0).limit().observed()).isFalse();
    assertThat(settings.warnings())
        .extracting(config::relative)
        .containsExactly(
            "limits.conf:3: ratelimit.limits.x.mode is enforce in spite of"
                + " -Dratelimit.mode=observe\n"
                + "    -Dratelimit.limits.x.mode=observe would observe this limit too");
  }

  @Test
  void property_otherOfOurs_isWarnedOf() {
    List<String> warnings =
        ConfigText.with(folder)
            .property("ratelimit.strct", "true")
            .property("ratelimit.config", "x")
            .property("ratelimit.strict", "true")
            .property("ratelimit.test.jdks", "x")
            .property("ratelimit.agent.jar", "x")
            .property("java.version", "8")
            .load()
            .warnings();
    assertThat(warnings)
        .containsExactly(
            "-Dratelimit.strct: unknown, has no effect\n    did you mean ratelimit.strict?");
  }

  @Test
  void property_strict_isYesOrNo() throws Exception {
    for (String value : List.of("true", "YES", " on ", "", "false", "No", "off")) {
      assertThat(ConfigText.with(folder).property("ratelimit.strict", value).load().warnings())
          .isEmpty();
    }
    assertThat(ConfigText.with(folder).property("ratelimit.strict", "1").problem())
        .isEqualTo("-Dratelimit.strict: is \"1\": wanted true or false");
  }

  @Test
  void warning_besidesAProblem_isToldToo() {
    assertThatThrownBy(
            () ->
                ConfigText.with(folder)
                    .property("ratelimit.limits.y.capacity", "3")
                    .property("ratelimit.limit.x.capacity", "3")
                    .load())
        .hasMessageContaining(": 1 problem, 1 warning\n-Dratelimit.limits.y.capacity: there is")
        .hasMessageEndingWith(
            "\nwarning: -Dratelimit.limit.x.capacity: unknown, has no effect\n"
                + "    did you mean -Dratelimit.limits.x.capacity?");
  }

  @Test
  void property_limitForLimits_isMeantAsLimits() {
    assertThat(
            ConfigText.with(folder).property("ratelimit.limit.x.capacity", "3").load().warnings())
        .containsExactly(
            "-Dratelimit.limit.x.capacity: unknown, has no effect\n"
                + "    did you mean -Dratelimit.limits.x.capacity?");
    assertThat(ConfigText.with(folder).property("ratelimit.reddis.uri", "x").load().warnings())
        .containsExactly(
            "-Dratelimit.reddis.uri: unknown, has no effect\n"
                + "    did you mean -Dratelimit.redis.uri?");
  }

  @Test
  void property_sectionAsAWhole_isWarnedOf() {
    assertThat(ConfigText.with(folder).property("ratelimit.limits", "x").load().warnings())
        .singleElement()
        .asString()
        .startsWith("-Dratelimit.limits: unknown, has no effect");
  }
}
