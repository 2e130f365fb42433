package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.Authority;
import io.github.ratelimitagent.testing.Identity;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.TlsTerminator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** Whatever goes wrong, nothing that the agent or its command prints holds a password or user. */
class NoSecretTest {
  private static final String MAIN = "io.github.ratelimitagent.testapp.cases.PlainApplication";
  private static final String PASSWORD = "Zx9-correct-horse";
  private static final String USER = "Qv7shopkeeper";
  private static final Authority AUTHORITY = Authority.named("Acme");
  private static RedisProcess server;
  private static TlsTerminator tls;
  @TempDir static Path folder;

  @BeforeAll
  static void start() throws IOException {
    server = RedisProcess.start("--requirepass", "another");
    try (Jedis client = new Jedis("127.0.0.1", server.port())) {
      client.auth("another");
      client.aclSetUser(USER, "on", ">" + PASSWORD, "~*", "+@all");
      client.aclSetUser(USER + "-powerless", "on", ">" + PASSWORD, "~*", "+client");
    }
    tls = TlsTerminator.to(server.port(), AUTHORITY.issue("redis.example.org"));
    Identity client = AUTHORITY.issue("client");
    Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    Files.writeString(folder.resolve("ca.pem"), AUTHORITY.pem());
    Files.writeString(folder.resolve("client.pem"), client.certificatesPem());
    Files.writeString(folder.resolve("client.key"), client.encryptedKeyPem("another"));
  }

  @AfterAll
  static void stop() {
    tls.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          uri = "redis://USER:PASSWORD@SERVER"                                      | limit plain in the last
          uri = "redis://SERVER", user = USER, password-file = FOLDER/password      | limit plain in the last
          uri = "redis://SERVER"                                                    | NOAUTH
          uri = "redis://:PASSWORD@SERVER"                                          | WRONGPASS
          uri = "redis://SERVER", password = PASSWORD                               | WRONGPASS
          uri = "redis://SERVER", user = USER-who, password-file = FOLDER/password  | WRONGPASS
          uri = "redis://SERVER", user = USER-powerless, password = PASSWORD        | NOPERM
          uri = "redis://USER:PASSWORD@127.0.0.1:1"                                 | refused
          uri = "redis+sentinel://SERVER/main", sentinel-password = PASSWORD        | WRONGPASS
          uri = "redis+cluster://USER:PASSWORD@SERVER"                              | luster
          uri = "redis://USER:PASSWORD@TLS"                                         | answers with TLS
          uri = "rediss://USER:PASSWORD@TLS"                                        | not trusted
          uri = "rediss://USER:PASSWORD@TLS", tls-ca = FOLDER/ca.pem                | not for 127.0.0.1
          uri = "rediss://TLS", user = USER, password = PASSWORD, tls-ca = FOLDER/ca.pem, tls-certificate = FOLDER/client.pem, tls-key = FOLDER/client.key, tls-key-password = PASSWORD | cannot be decrypted
          """)
  void connecting_failsOrNot_withoutASecret(String redis, String said) {
    Path file = config(redis);
    AgentRun.Result result = AgentRun.on(Jdk.current()).agentArgument(file.toString()).run(MAIN);

    assertThat(result.exitCode()).as("%s", result).isZero();
    assertThat(result.stderr()).contains(said);
    assertNoSecret(result);
    assertNoSecret(check(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          uri = "redis-sentinel://USER:PASSWORD@h"                         | begins with redis-sentinel://
          uri = "redis://USER:PASSWORD@h:x"                                | no valid host and port
          uri = "redis://USER:PASSWORD@h", password = PASSWORD             | stands beside
          uri = "redis://h", password = PASSWORD, password-file = f        | stands beside
          uri = "redis://h", user = USER                                   | without a password
          uri = "redis://h", sentinel-password = PASSWORD                  | without sentinels
          uri = "rediss://h", tls-key-password = PASSWORD                  | without tls-key
          uri = "redis://h", pasword = PASSWORD                            | unknown field
          uri = "redis://h", password = "PASSWORD                          | not valid HOCON
          uri = "redis://h", password = [PASSWORD]                         | is a list
          """)
  void mistake_inTheConfiguration_isSaidWithoutASecret(String redis, String said) {
    Path file = config(redis);
    AgentRun.Result result = AgentRun.on(Jdk.current()).agentArgument(file.toString()).run(MAIN);
    AgentRun.Result checked = check(file);

    assertThat(result.stderr()).contains(said);
    assertThat((checked.stdout() + checked.stderr()).replaceAll("\\s+", " ")).contains(said);
    assertNoSecret(result);
    assertNoSecret(checked);
  }

  @Test
  void strict_withOverrides_isSaidWithoutASecret() {
    AgentRun.Result result =
        AgentRun.on(Jdk.current())
            .agentArgument(config("uri = \"redis://SERVER\"").toString())
            .option(
                "-Dratelimit.redis.user=" + USER + "-who",
                "-Dratelimit.redis.password=" + PASSWORD,
                "-Dratelimit.strict=true",
                "-XX:-CreateCoredumpOnCrash")
            .run(MAIN);

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.stderr()).contains("WRONGPASS");
    assertNoSecret(result);
  }

  private static Path config(String redis) {
    String limit =
        "limits.plain { method = \"" + MAIN + ".limited()\", capacity = 4, refill = 1/d }";
    return AgentRun.write(
        ("ratelimit { log-level = info\n" + limit + "\nredis {\n" + redis + "\n} }\n")
            .replace("FOLDER/", folder.toString() + "/")
            .replaceAll("= (/[^ ,\n]*)", "= \"$1\"")
            .replace("PASSWORD", PASSWORD)
            .replace("USER", USER)
            .replace("SERVER", "127.0.0.1:" + server.port())
            .replace("TLS", "127.0.0.1:" + tls.port()));
  }

  private static AgentRun.Result check(Path file) {
    return AgentRun.on(Jdk.current())
        .withoutAgent()
        .args("check", file.toString())
        .runJar(AgentRun.JAR);
  }

  private static void assertNoSecret(AgentRun.Result result) {
    assertThat(result.stdout() + result.stderr()).isNotEmpty().doesNotContain(PASSWORD, USER);
  }
}
