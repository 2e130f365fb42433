package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.store.redis.RedisOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that once ended in an exception of another kind, a hang or a wrong message. */
class ConfigFaultsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "method = [null]",
        "exclude = [\"a.B.d(..)\", null]",
        "when { \"{0}\" = null }",
        "when { \"{0}\" = [free, null] }",
      })
  void null_whereAValueIsWanted_isReported(String field) {
    assertThat(ConfigText.with(folder, field).problem())
        .startsWith("limits.conf:3: ratelimit.limits.x.")
        .contains(" is null: wanted a value");
  }

  @Test
  void place_propertyWithNumberSign_isNotTakenForAFile() {
    ConfigText config =
        ConfigText.of(
                folder,
                "ratelimit.limits { \"x,#7\" { method = \"a.B.c(..)\", capacity=1, refill=1/s } }")
            .property("ratelimit.limits.x,#7.capacity", "0");
    assertThat(config.problems()).anyMatch(problem -> problem.contains("is no name for a limit"));
  }

  @Test
  void place_variableWithNumberSign_isNotTakenForAFile() {
    assertThat(ConfigText.with(folder, "nested = ${\"#9\"}").variable("#9", "twice").problem())
        .startsWith("environment variable #9: ratelimit.limits.x.nested is \"twice\"");
  }

  @Test
  void place_variableWithinText_isThatOfTheLine() {
    assertThat(ConfigText.with(folder, "nested = ${N}ice").variable("N", "tw").problem())
        .contains("ratelimit.limits.x.nested is \"twice\"");
  }

  @Test
  void exception_longName_isRead() {
    String name = "a.".repeat(100_000) + "B";
    assertThat(
            ConfigText.with(folder, "exception = \"" + name + "\"")
                .load()
                .limits()
                .get(0)
                .limit()
                .exceptionClass())
        .isEqualTo(name);
  }

  @Test
  void refill_longText_isShownShort() {
    assertThat(ConfigText.limit(folder, limitWithRefill("9".repeat(100_000) + "/s")).problem())
        .startsWith("limits.conf:5: ratelimit.limits.x.refill is \"999")
        .hasSizeLessThan(300);
  }

  @Test
  void substitution_pathWithCycleInItsName_isMissingAndNoCycle() {
    assertThat(ConfigText.with(folder, "key = ${recycle.rate}").problem())
        .startsWith("limits.conf:3: ${recycle.rate} stands for nothing");
  }

  @Test
  void substitution_thousandsMissing_areCutShort() {
    StringBuilder text = new StringBuilder("ratelimit.limits {}\n");
    for (int i = 0; i < 2_000; i++) {
      text.append("v").append(i).append(" = ${MISSING_").append(i).append("}\n");
    }
    assertThat(ConfigText.of(folder, text.toString()).problems()).hasSize(50);
  }

  @ParameterizedTest
  @CsvSource({"_x, x", "-, my-limit", "é, my-limit", "'', my-limit", "Über_Uns-, ber_uns"})
  void limitName_wrong_adviceIsANameThatWorks(String name, String works) {
    assertThat(limitNamed(name).problem()).endsWith("\n    write " + works + " instead");
    assertThat(limitNamed(works).load().limits()).hasSize(1);
  }

  private ConfigText limitNamed(String name) {
    return ConfigText.of(
        folder,
        "ratelimit.limits { \""
            + name
            + "\" { method = \"a.B.c(..)\", capacity = 1, refill = 1/s } }");
  }

  @Test
  void when_withoutTemplates_isReported() {
    assertThat(ConfigText.with(folder, "when { }").problem())
        .startsWith("limits.conf:3: ratelimit.limits.x.when is empty: wanted at least one");
  }

  @Test
  void value_passwordWithBlank_isNotShown() {
    assertThat(ConfigText.with(folder, "nested = \"redis://u:s3 cr3t@h\"").problem())
        .contains("is \"redis://***@h\": wanted once or each");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://h",
        "redis://my_redis:6379",
        "redis://redis_1/0",
        "redis://h/",
        "redis://[::1]:1/15",
        "redis://:p%40%25w@h",
        "redis://user:pw@10.0.0.1:6379/99999",
      })
  void uri_accepted_isAcceptedByTheClientToo(String uri) {
    assertThat(redis("uri = \"" + uri + "\"").load().redis().uri()).isEqualTo(uri);
    assertThat(RedisOptions.builder(uri).build()).isNotNull();
  }

  @Test
  void uri_credentialsWithoutColon_areRejected() {
    assertThat(redis("uri = \"redis://s3cret@h\"").problem())
        .startsWith("limits.conf:2: ratelimit.redis.uri has no colon in what stands before @")
        .doesNotContain("s3cret");
  }

  @Test
  void uri_colonWithoutPort_isRejected() {
    assertThat(redis("uri = \"redis://h:\"").problem())
        .startsWith("limits.conf:2: ratelimit.redis.uri has a colon after the host but no port");
  }

  @Test
  void clientName_empty_isRejected() {
    assertThat(redis("uri = \"redis://h\", client-name = \"\"").problem())
        .startsWith("limits.conf:2: ratelimit.redis.client-name is empty");
  }

  private ConfigText redis(String fields) {
    return ConfigText.of(folder, "ratelimit.limits {}\nratelimit.redis { " + fields + " }");
  }

  @Test
  void limitEntry_toString_saysWhatACheckShows() {
    assertThat(
            ConfigText.with(folder, "key = \"user:{0}\", permits = 2, mode = observe")
                .load()
                .limits())
        .hasToString("[x: 5/s (capacity 10), key \"user:{0}\", permits 2, throw, observed only]");
    assertThat(ConfigText.with(folder, "when-empty = block, max-wait = 2s").load().limits())
        .hasToString("[x: 5/s (capacity 10), key \"x\", block up to 2s]");
  }

  private static String[] limitWithRefill(String refill) {
    return new String[] {"method = \"a.B.c(..)\"", "capacity = 1", "refill = \"" + refill + "\""};
  }
}
