package io.github.ratelimitagent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class FaultProxyTest {
  private final RedisProcess server = RedisProcess.start();
  private final FaultProxy proxy = FaultProxy.to(server.port());
  private final Jedis direct = new Jedis("127.0.0.1", server.port());
  private final Jedis jedis = new Jedis("127.0.0.1", proxy.port(), 300);

  @AfterEach
  void stop() {
    try {
      jedis.close();
    } catch (JedisConnectionException e) {
      // a connection that was reset has nothing to say goodbye to
    }
    direct.close();
    proxy.close();
    server.close();
  }

  @Test
  void pass_repliesArrive() {
    assertThat(jedis.incr("n")).isEqualTo(1);
    assertThat(proxy.accepted()).isEqualTo(1);
  }

  @Test
  void cutReplies_serverHasRunTheCommand() {
    jedis.ping();
    proxy.cutReplies();
    assertThatThrownBy(() -> jedis.incr("n")).isInstanceOf(JedisConnectionException.class);
    assertThat(direct.get("n")).isEqualTo("1");
    assertThat(proxy.cut()).isEqualTo(1);
  }

  @Test
  void blackHole_commandIsLostAndTimesOut() {
    jedis.ping();
    proxy.blackHole();
    assertThatThrownBy(() -> jedis.incr("n")).hasMessageContaining("timed out");
    assertThat(direct.get("n")).isNull();
  }

  @Test
  void delay_withinTimeout_repliesLate() {
    jedis.ping();
    proxy.delay(Duration.ofMillis(100));
    long start = System.nanoTime();
    jedis.incr("n");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(99));
  }

  @Test
  void reset_openAndNewConnectionsBreak() {
    jedis.ping();
    proxy.reset();
    assertThatThrownBy(jedis::ping).isInstanceOf(JedisConnectionException.class);
    assertThatThrownBy(() -> new Jedis("127.0.0.1", proxy.port(), 300).ping())
        .isInstanceOf(JedisConnectionException.class);
  }
}
