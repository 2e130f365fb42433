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
          rediss://localhost,                     localhost:6379,      0, ,      ,
          redis+sentinel://s1/main,               main of sentinels s1:26379, 0, , ,
          redis+cluster://:s3cret@n1:7000,        n1:7000,             0, ,      s3cret
          rediss+cluster://n1,                    n1:6379,             0, ,      ,
          """)
  void builder_uri_isTakenApart(
      String uri, String address, int database, String user, String password) throws Exception {
    RedisOptions options = RedisOptions.builder(uri).build();

    assertThat(options.address()).isEqualTo(address);
    assertThat(options.database()).isEqualTo(database);
    assertThat(options.login().user()).isEqualTo(user);
    assertThat(options.login().password()).isEqualTo(password);
    assertThat(options.toString()).doesNotContain("s3cret", "app", "@");
  }

  @Test
  void builder_uriOfSeveralServers_namesThemAll() {
    RedisOptions sentinel =
        RedisOptions.builder("redis+sentinel://u:p@s1,[::1]:26380,s3:1/main/3").build();
    RedisOptions cluster = RedisOptions.builder("redis+cluster://n1,n2:7001/").build();

    assertThat(sentinel.kind()).isEqualTo(RedisKind.SENTINEL);
    assertThat(sentinel.master()).isEqualTo("main");
    assertThat(sentinel.database()).isEqualTo(3);
    assertThat(sentinel.nodes())
        .containsExactly(
            new HostPort("s1", 26379), new HostPort("::1", 26380), new HostPort("s3", 1));
    assertThat(sentinel.address()).isEqualTo("main of sentinels s1:26379,[::1]:26380,s3:1");
    assertThat(cluster.kind()).isEqualTo(RedisKind.CLUSTER);
    assertThat(cluster.address()).isEqualTo("n1:6379,n2:7001");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:6379",
        "http://localhost:6379",
        "REDIS://app:s3cret@localhost",
        "redis-sentinel://app:s3cret@localhost/main",
        "redis+sentinel://app:s3cret@localhost",
        "redis+sentinel://app:s3cret@localhost,/main",
        "redis+sentinel://app:s3cret@localhost/main/0/1",
        "redis+cluster://app:s3cret@localhost/1",
        "redis://app:s3cret@localhost,localhost:2",
        "redis://localhost/0/s3cret",
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
