package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisOptionsTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          redis://localhost,                      localhost:6379,      0, ,      ,
          redis://localhost:7000/3,               localhost:7000,      3, ,      ,
          redis://my_redis:6379,                  my_redis:6379,       0, ,      ,
          redis://10.1.2.3/,                      10.1.2.3:6379,       0, ,      ,
          redis://[::1]:6380/1,                   [::1]:6380,          1, ,      ,
          redis://[::1],                          [::1]:6379,          0, ,      ,
          redis://:s3cret@redis:1,                redis:1,             0, ,      s3cret
          redis://app:s3cret@redis,               redis:6379,          0, app,   s3cret
          redis://app:a%40b%2Fc%3Ad%25+e@redis/2, redis:6379,          2, app,   a@b/c:d%+e
          redis://app:a@b:c@redis,                redis:6379,          0, app,   a@b:c
          """)
  void builder_uri_isTakenApart(
      String uri, String address, int database, String user, String password) {
    RedisOptions options = RedisOptions.builder(uri).build();

    assertThat(options.address()).isEqualTo(address);
    assertThat(options.database()).isEqualTo(database);
    assertThat(options.user()).isEqualTo(user);
    assertThat(options.password()).isEqualTo(password);
    assertThat(options.toString()).doesNotContain("s3cret", "app", "@");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:6379",
        "http://localhost:6379",
        "rediss://app:s3cret@localhost",
        "redis://",
        "redis://:6379",
        "redis://app:s3cret@",
        "redis://s3cret@localhost",
        "redis://localhost:0",
        "redis://localhost:65536",
        "redis://localhost:s3cret",
        "redis://app:s3cret/x@localhost:99999",
        "redis://:s3cret%zz@localhost",
        "redis://localhost/s3cret",
        "redis://localhost/-1",
        "redis://localhost?s3cret=1",
        "redis://[::1]s3cret",
        "redis://[::1"
      })
  void builder_badUri_saysWhatIsWrongWithoutQuotingIt(String uri) {
    assertThatThrownBy(() -> RedisOptions.builder(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .isNotBlank()
        .doesNotContain("s3cret", "app");
  }

  @Test
  void builder_badFigures_areRefused() {
    RedisOptions.Builder builder = RedisOptions.builder("redis://localhost");

    assertThatThrownBy(() -> builder.deadline(Duration.ZERO)).hasMessageContaining("deadline");
    assertThatThrownBy(() -> builder.firstCallWait(Duration.ofMillis(-1)))
        .hasMessageContaining("first-call-wait");
    assertThatThrownBy(() -> builder.connectTimeout(Duration.ZERO)).hasMessageContaining("connect");
    assertThatThrownBy(() -> builder.connections(0)).hasMessageContaining("connection");
    assertThatThrownBy(() -> builder.clientName("two words")).hasMessageContaining("name");
  }
}
