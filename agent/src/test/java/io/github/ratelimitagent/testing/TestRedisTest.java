package io.github.ratelimitagent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class TestRedisTest {
  @Test
  void uri_leadsToAServerThatIsNewEnough() {
    try (Jedis jedis = new Jedis(URI.create(TestRedis.uri()))) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      String version =
          jedis
              .info("server")
              .lines()
              .filter(line -> line.startsWith("redis_version:"))
              .findFirst()
              .orElse("");
      assertThat(version).matches("redis_version:(6\\.[2-9]|[7-9]\\.|\\d{2,}\\.).*");
    }
  }

  @Test
  void start_firstSourceUnusable_takesTheNext() {
    TestRedis.Source none =
        () -> {
          throw new TestRedis.Unusable("none given");
        };
    TestRedis.Server server = new TestRedis.Server("redis://127.0.0.1:1", "path", "a stand-in");

    assertThat(TestRedis.start(List.of(none, () -> server))).isSameAs(server);
    assertThatThrownBy(() -> TestRedis.start(List.of(none))).hasMessageContaining("none given");
  }

  @Test
  void wanted_sourceForced_isTheOnlyOne() {
    assertThat(TestRedisSource.wanted(Optional.of("path"))).containsExactly(TestRedisSource.PATH);
    assertThat(TestRedisSource.wanted(Optional.empty()))
        .containsExactly(
            TestRedisSource.URI,
            TestRedisSource.TESTCONTAINERS,
            TestRedisSource.PATH,
            TestRedisSource.BUNDLED);
  }

  @Test
  void bundledBinary_starts() {
    try (RedisProcess server = RedisProcess.start(RedisBinary.bundled());
        Jedis jedis = new Jedis(URI.create(server.uri()))) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      assertThat(server.origin()).contains("redis-server-6.2");
    }
  }

  @Test
  void restart_afterKill_isEmptyOnTheSamePort() {
    try (RedisProcess server = RedisProcess.start()) {
      try (Jedis jedis = new Jedis(URI.create(server.uri()))) {
        jedis.set("a", "b");
      }
      server.kill();
      assertThatThrownBy(() -> new Jedis(URI.create(server.uri())).ping())
          .isInstanceOf(JedisConnectionException.class);

      server.restart();

      try (Jedis jedis = new Jedis(URI.create(server.uri()))) {
        assertThat(jedis.dbSize()).isZero();
      }
    }
  }

  @Test
  void pause_serverHangs_untilResumed() {
    try (RedisProcess server = RedisProcess.start();
        Jedis jedis = new Jedis("127.0.0.1", server.port(), 200)) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      server.pause();
      assertThatThrownBy(jedis::ping).isInstanceOf(JedisConnectionException.class);
      server.resume();
      try (Jedis again = new Jedis("127.0.0.1", server.port(), 5000)) {
        assertThat(again.ping()).isEqualTo("PONG");
      }
    }
  }

  @Test
  void start_badOption_saysWhatTheServerSays() {
    assertThatThrownBy(() -> RedisProcess.start("--no-such-option", "1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no-such-option");
  }

  @Test
  void close_folderIsGone() {
    RedisProcess server = RedisProcess.start("--appendonly", "yes");
    assertThat(server.folder()).isNotEmptyDirectory();
    server.close();
    assertThat(server.folder()).doesNotExist();
    assertThat(server.isAlive()).isFalse();
  }
}
