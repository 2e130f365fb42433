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
import org.junit.jupiter.params.provider.ValueSource;

class RedisProblemsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource
  void redis_wrong_isReportedWithPlaceAndAdvice(String redis, String problem) {
    assertThat(redis(redis).problem()).isEqualTo("limits.conf:2: ratelimit.redis" + problem);
  }

  static Stream<Arguments> redis_wrong_isReportedWithPlaceAndAdvice() {
    String address =
        "\n    write uri = \"redis://localhost:6379\", user:password@ before the host if it wants"
            + " one, special characters in them percent-encoded";
    String standalone =
        ": not in this version, wanted redis://host:port\n"
            + "    use a standalone server without TLS; write redis:// in small letters";
    String hidden = " (not shown, it may hold a password)";
    return Stream.of(
        arguments(
            "{}",
            " has no uri\n    write uri = \"redis://localhost:6379\", or remove redis altogether"
                + " for buckets of each process on its own"),
        arguments(
            "{ uri = ${?REDIS_URI} }",
            " has no uri: REDIS_URI is not set\n    set REDIS_URI in the environment, or write a"
                + " default before it: uri = \"redis://localhost:6379\""),
        arguments(
            "\"redis://h\"",
            " is not an object: wanted fields in braces { }\n"
                + "    write redis.uri = \"redis://localhost:6379\""),
        arguments("{ uri = \"\" }", ".uri is empty: wanted redis://host:port" + address),
        arguments("{ uri = \"rediss://h\" }", ".uri begins with rediss://" + standalone),
        arguments(
            "{ uri = \"redis-sentinel://h\" }", ".uri begins with redis-sentinel://" + standalone),
        arguments("{ uri = \"REDIS://h\" }", ".uri begins with redis://" + standalone),
        arguments(
            "{ uri = \"localhost:6379\" }",
            ".uri is not an address" + hidden + ": wanted redis://host:port" + address),
        arguments(
            "{ uri = \"redis://\" }",
            ".uri has a character at position 9 that no address may hold" + hidden + address),
        arguments(
            "{ uri = \"redis://h:x\" }", ".uri has no valid host and port" + hidden + address),
        arguments("{ uri = \"redis://h:70000\" }", ".uri has a port outside 1 to 65535" + address),
        arguments(
            "{ uri = \"redis://h/x\" }",
            ".uri has a path that is not the number of a database, such as /0" + address),
        arguments(
            "{ uri = \"redis://h?a=b\" }", ".uri has a part after ? or #: not supported" + address),
        arguments(
            "{ uri = \"redis://${HOST}:6379\" }",
            ".uri holds ${...} within double quotes, where it is not replaced\n"
                + "    close the quotes before it: uri = \"redis://\"${HOST}\":6379\""),
        arguments(
            "{ uri = \"redis://h\", deadline = 50 }",
            ".deadline is \"50\": the unit is missing: write 50ms or 50s"),
        arguments(
            "{ uri = \"redis://h\", deadline = 0ms }", ".deadline is 0ms: wanted at least 1ms"),
        arguments(
            "{ uri = \"redis://h\", connect-timeout = 1h }",
            ".connect-timeout is 1h: wanted at most 1m"),
        arguments(
            "{ uri = \"redis://h\", connections = 0 }",
            ".connections is 0: wanted a whole number of connections, at least 1\n"
                + "    write connections = 1 or more"),
        arguments(
            "{ uri = \"redis://h\", client-name = \"a b\" }",
            ".client-name is \"a b\": wanted at most 200 ASCII letters, digits and signs without"
                + " blanks"),
        arguments(
            "{ uri = \"redis://h\", on-redis-failure = in-process }",
            ".on-redis-failure is in-process: wanted the number of processes that share the"
                + " limits\n    write ratelimit.redis.expected-processes = 4, or how many there are"),
        arguments(
            "{ uri = \"redis://h\", expected-processes = 0 }",
            ".expected-processes is 0: wanted a whole number of processes that share the limits, at"
                + " least 1\n    write expected-processes = 1 or more"),
        arguments(
            "{ uri = \"redis://h\", clientname = me }",
            " has an unknown field \"clientname\"\n    did you mean client-name?"));
  }

  @Test
  void inProcess_ofOneLimit_needsExpectedProcesses() {
    assertThat(
            ConfigText.with(folder, "on-redis-failure = in-process")
                .property("ratelimit.redis.uri", "redis://h")
                .problem())
        .startsWith("limits.conf:3: ratelimit.limits.x.on-redis-failure is in-process: wanted");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ uri = \"rediss://u:sEcret@h\" }",
        "{ uri = \"redis://u:sEcret@h:99999999999\" }",
        "{ uri = \"redis://u:sEcret@h:70000\" }",
        "{ uri = \"redis://u:sE%cret@h\" }",
        "{ uri = \"redis://u:sE#cret@h\" }",
        "{ uri = \"redis://u:sE/cret@h\" }",
        "{ uri = \"redis://u:12/sEcret@h\" }",
        "{ uri = \"redis://u:sE cret@h\" }",
        "{ uri = \"redis://h?password=sEcret\" }",
        "{ uri = \"redis:u:sEcret@h\" }",
        "{ uri = \"u:sEcret@h\" }",
        "{ uri = sEcret }",
        "{ uri = redis://u:sEcret@h }",
        "{ uri = \"redis://u:sEcret@h }",
        "{ uri = \"redis://u:\\sEcret@h\" }",
        "{ uri = \"\"\"redis://u:sEcret@h }",
        "{ uri = [\"redis://u:sEcret@h\"] }",
        "{ uri = { a = sEcret } }",
        "{ uri { sEcret } }",
        "{ uri = { a = 1 } [sEcret] }",
        "\"redis://u:sEcret@h\"",
        "{ uri = \"redis://h\", pasword = sEcret }",
        "{ uri = \"redis://h\", key-prefix = \"redis://u:sEcret@h \" }",
        "{ uri = \"redis://h\", connections = \"redis://u:sEcret@h\" }",
        "{ uri = ${?NONE}\"redis://u:sEcret@h/x\" }",
      })
  void password_isInNoMessage(String redis) {
    assertThat(redis(redis).problems())
        .isNotEmpty()
        .noneMatch(problem -> problem.contains("cret"))
        .noneMatch(problem -> problem.contains("sE"));
  }

  @Test
  void password_ofEnvironmentOrProperty_isInNoMessage() {
    assertThat(
            redis("{ uri = ${?REDIS_URI} }").variable("REDIS_URI", "rediss://u:sEcret@h").problem())
        .startsWith("environment variable REDIS_URI: ratelimit.redis.uri begins with rediss://")
        .doesNotContain("sEcret");
    assertThat(redis("{}").property("ratelimit.redis.uri", "redis://:sEcret@h/x").problem())
        .startsWith("-Dratelimit.redis.uri: ratelimit.redis.uri has a path")
        .doesNotContain("sEcret");
  }

  @Test
  void uri_withPassword_isKeptButNotPrinted() {
    RedisSettings redis = redis("{ uri = \"redis://u:p%40ss@h:1/2\" }").load().redis();
    assertThat(redis.uri()).isEqualTo("redis://u:p%40ss@h:1/2");
    assertThat(redis).hasToString("redis://***@h:1/2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://h", "redis://[::1]:6379/0", "redis://:pw@h.example.org:1/15"})
  void uri_valid_isKept(String uri) {
    assertThat(redis("{ uri = \"" + uri + "\" }").load().redis().uri()).isEqualTo(uri);
  }

  @Test
  void redis_null_isNoSection() {
    assertThat(redis("null").load().redis()).isNull();
  }

  private ConfigText redis(String redis) {
    return ConfigText.of(folder, "ratelimit.limits {}\nratelimit.redis = " + redis);
  }
}
