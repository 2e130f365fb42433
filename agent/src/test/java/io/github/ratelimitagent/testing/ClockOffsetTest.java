package io.github.ratelimitagent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

class ClockOffsetTest {
  private static final Duration ROUNDING = Duration.ofMillis(2);

  @Test
  void setClockOffset_timeJumpsAndKeysExpireByIt() {
    Optional<RedisProcess> started = RedisProcess.withClockOffset(Duration.ofDays(1));
    assumeThat(started).isPresent();
    try (RedisProcess server = started.get();
        Jedis jedis = server.connect()) {
      assertAhead(jedis, Duration.ofDays(1));
      jedis.set("a", "b", SetParams.setParams().ex(3600));

      server.setClockOffset(Duration.ofDays(1).plusMinutes(30));
      assertAhead(jedis, Duration.ofDays(1).plusMinutes(30));
      assertThat(jedis.ttl("a")).isBetween(1700L, 1800L);

      server.setClockOffset(Duration.ofMillis(-1500));
      assertAhead(jedis, Duration.ofMillis(-1500));
      assertThat(jedis.get("a")).isEqualTo("b");

      server.setClockOffset(Duration.ofDays(2));
      assertThat(jedis.get("a")).isNull();

      server.restart();
      try (Jedis again = server.connect()) {
        assertAhead(again, Duration.ofDays(2));
      }
    }
  }

  @Test
  void setClockOffset_serverOnTheMachinesClock_isRefused() {
    try (RedisProcess server = RedisProcess.start()) {
      assertThatThrownBy(() -> server.setClockOffset(Duration.ZERO))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  private static void assertAhead(Jedis jedis, Duration offset) {
    Instant before = Instant.now().minus(ROUNDING);
    Instant time = time(jedis);
    Instant after = Instant.now().plus(ROUNDING);
    assertThat(time).isBetween(before.plus(offset), after.plus(offset));
  }

  private static Instant time(Jedis jedis) {
    List<String> time = jedis.time();
    return Instant.ofEpochSecond(Long.parseLong(time.get(0)))
        .plus(Long.parseLong(time.get(1)), ChronoUnit.MICROS);
  }
}
