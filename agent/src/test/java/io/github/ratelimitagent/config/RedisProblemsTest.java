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

/** What a wrong setting of Redis leads to, word by word. */
class RedisProblemsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource
  void redis_wrong_isReportedWithPlaceAndAdvice(String redis, String problem) {
    assertThat(ConfigText.redis(folder, redis).problem())
        .isEqualTo("limits.conf:2: ratelimit.redis" + problem);
  }

  static Stream<Arguments> redis_wrong_isReportedWithPlaceAndAdvice() {
    String address =
        "\n    write uri = \"redis://localhost:6379\", user:password@ before the host if it wants"
            + " one, special characters in them percent-encoded";
    String unixSocket =
        "unix sockets are not supported, because the JDK's have no time limit for reads; let the"
            + " server listen on loopback and write redis://localhost:6379";
    String sentinels =
        "\n    write uri = \"redis+sentinel://sentinel-1:26379,sentinel-2:26379/mymaster\"";
    String cluster = "\n    write uri = \"redis+cluster://node-1:6379,node-2:6379\"";
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
        arguments(
            "{ uri = \"redis-sentinel://h\" }",
            scheme("redis-sentinel")
                + "write uri = \"redis+sentinel://sentinel-1:26379,sentinel-2:26379/mymaster\""),
        arguments(
            "{ uri = \"rediss-cluster://h\" }",
            scheme("rediss-cluster") + "write uri = \"rediss+cluster://node-1:6379,node-2:6379\""),
        arguments(
            "{ uri = \"valkeys://h\" }",
            scheme("valkeys") + "write uri = \"rediss://localhost:6379\""),
        arguments(
            "{ uri = \"http://h\" }", scheme("http") + "write uri = \"redis://localhost:6379\""),
        arguments(
            "{ uri = \"redis-socket:///run/redis.sock\" }", scheme("redis-socket") + unixSocket),
        arguments("{ uri = \"unix:///run/redis.sock\" }", scheme("unix") + unixSocket),
        arguments("{ uri = \"REDIS://h\" }", scheme("REDIS") + "write redis:// in small letters"),
        arguments(
            "{ uri = \"localhost:6379\" }",
            ".uri is not an address" + hidden + ": wanted redis://host:port" + address),
        arguments(
            "{ uri = \"redis://h h\" }",
            ".uri has a character at position 10 that no address may hold" + hidden + address),
        arguments("{ uri = \"redis://\" }", ".uri has no valid host and port" + hidden + address),
        arguments(
            "{ uri = \"redis://h1,h2\" }",
            ".uri names several servers: wanted one, or redis+sentinel:// or redis+cluster://"
                + address),
        arguments(
            "{ uri = \"redis://u:a/b@h\" }",
            ".uri has a / or @ in what stands before the last @"
                + hidden
                + ": wanted %2F or %40"
                + address),
        arguments(
            "{ uri = \"redis://u@h\" }",
            ".uri has no colon in what stands before @"
                + hidden
                + ": wanted user:password or :password"
                + address),
        arguments(
            "{ uri = \"redis+sentinel://h:1,h\" }",
            ".uri has no name of the master after the sentinels" + sentinels),
        arguments(
            "{ uri = \"redis+sentinel://h,/m\" }",
            ".uri has no valid host and port" + hidden + sentinels),
        arguments(
            "{ uri = \"redis+sentinel://h/m/x\" }",
            ".uri has a part after the master that is not the number of a database, such as /0"
                + sentinels),
        arguments(
            "{ uri = \"redis+cluster://h,h:0\" }", ".uri has a port outside 1 to 65535" + cluster),
        arguments(
            "{ uri = \"redis+cluster://h/1\" }",
            ".uri has a path: a cluster has no databases to choose from" + cluster),
        arguments(
            "{ uri = \"redis://h\", user = a }",
            ".user stands without a password\n    write password or password-file; a value"
                + " ${?NAME} is missing when NAME is not set"),
        arguments(
            "{ uri = \"redis://h\", password = a, password-file = b }",
            ".password-file stands beside password: wanted one of them\n    remove one of them"),
        arguments(
            "{ uri = \"redis://u:p@h\", password = a }",
            ".password stands beside a password in uri: wanted both in one place\n"
                + "    remove what stands before @ in uri, or remove password"),
        arguments(
            "{ uri = \"redis://u:p@h\", password-file = a }",
            ".password-file stands beside a password in uri: wanted both in one place\n"
                + "    remove what stands before @ in uri, or remove password-file"),
        arguments(
            "{ uri = \"redis://h\", password = \"\" }",
            ".password is empty\n    write a value, or leave password out"),
        arguments(
            "{ uri = \"redis://h\", password = \"${PW}\" }",
            ".password holds ${...} within double quotes, where it is not replaced\n"
                + "    write it without quotes: password = ${NAME}"),
        arguments(
            "{ uri = \"redis://h\", sentinel-password = a }",
            ".sentinel-password has no effect without sentinels: wanted their address in uri\n"
                + "    remove it, or write uri ="
                + " \"redis+sentinel://sentinel-1:26379,sentinel-2:26379/mymaster\""),
        arguments(
            "{ uri = \"redis+sentinel://h/m\", sentinel-user = a }",
            ".sentinel-user stands without a password\n    write sentinel-password or"
                + " sentinel-password-file; a value ${?NAME} is missing when NAME is not set"),
        arguments(
            "{ uri = \"redis://h\", tls-ca = \"ca.pem\" }",
            ".tls-ca has no effect without TLS: wanted an address that begins with rediss\n"
                + "    write rediss instead of redis in uri, or remove tls-ca"),
        arguments(
            "{ uri = \"redis://h\", tls-verify-hostname = false }",
            ".tls-verify-hostname has no effect without TLS: wanted an address that begins with"
                + " rediss\n    write rediss instead of redis in uri, or remove"
                + " tls-verify-hostname"),
        arguments(
            "{ uri = \"rediss://h\", tls-certificate = \"c.pem\" }",
            ".tls-certificate stands without tls-key\n    write tls-key, the file of the private"
                + " key; it may be the file of tls-certificate"),
        arguments(
            "{ uri = \"rediss://h\", tls-key = \"k.pem\" }",
            ".tls-key stands without tls-certificate\n    write tls-certificate, the file of the"
                + " certificate of that key"),
        arguments(
            "{ uri = \"rediss://h\", tls-key-password = a }",
            ".tls-key-password stands without tls-key\n    write tls-key, the file of the private"
                + " key; it may be the file of tls-certificate"),
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
            "{ uri = \"redis://h\", connect-timeout = 61 }",
            ".connect-timeout is \"61\": the unit is missing: write 61ms"),
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

  private static String scheme(String seen) {
    return ".uri begins with " + seen + "://: wanted redis://host:port\n    ";
  }

  @Test
  void inProcess_ofOneLimit_needsExpectedProcesses() {
    assertThat(
            ConfigText.with(folder, "on-redis-failure = in-process")
                .property("ratelimit.redis.uri", "redis://h")
                .problem())
        .startsWith("limits.conf:3: ratelimit.limits.x.on-redis-failure is in-process: wanted");
  }
}
