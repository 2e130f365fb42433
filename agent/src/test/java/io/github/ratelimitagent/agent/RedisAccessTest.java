package io.github.ratelimitagent.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.config.ConfigException;
import io.github.ratelimitagent.config.Settings;
import io.github.ratelimitagent.store.redis.RedisOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the configuration accepts, the store can use: it takes the address apart once more. */
class RedisAccessTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis://h                                   | STANDALONE h:6379
          redis://my_redis:1/                         | STANDALONE my_redis:1
          redis://[fe80::1%25eth0]:1/99999            | STANDALONE [fe80::1%25eth0]:1/99999
          redis://u:p%2Fw%40%3A@h:65535/3             | STANDALONE h:65535/3
          redis://:p:w@h                              | STANDALONE h:6379
          redis://:@h                                 | STANDALONE h:6379
          rediss://h                                  | STANDALONE h:6379
          redis+sentinel://:p@a,[::1]:2,c/my%20main/3 | SENTINEL my main of sentinels a:26379,[::1]:2,c:26379/3
          rediss+sentinel://a/m/                      | SENTINEL m of sentinels a:26379
          redis+cluster://u:p@a:1,b                   | CLUSTER a:1,b:6379
          rediss+cluster://a/0                        | CLUSTER a:6379
          """)
  void addressThatIsAccepted_isUsable(String uri, String options) throws Exception {
    assertThat(options(uri, "")).hasToString(options);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis://h             | user = u, password = p
          redis+sentinel://h/m  | password-file = f, sentinel-password-file = f
          rediss://h            | tls-ca = c, tls-certificate = c, tls-key = k, tls-key-password = p
          """)
  void settingsOfTheirOwn_areTaken(String uri, String settings) throws Exception {
    assertThat(options(uri, settings).address()).contains("h:");
  }

  private RedisOptions options(String uri, String settings) throws IOException, ConfigException {
    Path file = folder.resolve("limits.conf");
    Files.writeString(
        file, "ratelimit { limits {}, redis { uri = \"" + uri + "\"\n" + settings + " } }");
    return RedisAccess.options(Settings.load(file.toFile(), Map.of(), Map.of()).redis());
  }
}
