package io.github.ratelimitagent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class FaultProxyTest {
  private static final int PATIENT = 10_000;
  private static final int IMPATIENT = 300;

  private final RedisProcess server = RedisProcess.start();
  private final FaultProxy proxy = FaultProxy.to(server.port());
  private final Jedis direct = new Jedis("127.0.0.1", server.port());
  private final Jedis jedis = new Jedis("127.0.0.1", proxy.port(), PATIENT);

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
    jedis.getConnection().setSoTimeout(IMPATIENT);
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
    assertThatThrownBy(() -> new Jedis("127.0.0.1", proxy.port(), IMPATIENT).ping())
        .isInstanceOf(JedisConnectionException.class);
  }

  @Test
  void delay_manyRepliesOnTheirWay_delaysThemTogether() throws Exception {
    proxy.delay(Duration.ofSeconds(1));
    try (Socket socket = new Socket("127.0.0.1", proxy.port())) {
      long start = System.nanoTime();
      for (int i = 1; i <= 20; i++) {
        socket.getOutputStream().write("INCR n\r\n".getBytes(StandardCharsets.US_ASCII));
        String count = String.valueOf(i);
        Awaitility.await()
            .pollInterval(Duration.ofMillis(1))
            .until(() -> count.equals(direct.get("n")));
      }
      // nine of ":1" and eleven of ":10", each with its line end
      assertThat(socket.getInputStream().readNBytes(9 * 4 + 11 * 5)).endsWith('\r', '\n');
      // one after the other would be 20 s
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }
  }

  @Test
  void trickle_replyComesByteByByte() {
    jedis.set("k", "v".repeat(20));
    proxy.trickle(Duration.ofMillis(20));
    long start = System.nanoTime();
    assertThat(jedis.get("k")).hasSize(20);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(400));
  }

  @Test
  void bandwidth_replyTakesItsTime() {
    jedis.set("k", "v".repeat(10_000));
    proxy.bandwidth(20_000);
    long start = System.nanoTime();
    assertThat(jedis.get("k")).hasSize(10_000);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(490));
  }

  @Test
  void halfOpen_newConnectionsAreSilentAndOpenOnesGoOn() {
    jedis.ping();
    proxy.halfOpen();
    assertThatThrownBy(() -> new Jedis("127.0.0.1", proxy.port(), IMPATIENT))
        .hasMessageContaining("timed out");
    assertThat(proxy.accepted()).isEqualTo(2);
    assertThat(jedis.ping()).isEqualTo("PONG");
    assertThat(direct.clientList().lines()).hasSize(2);

    proxy.pass();
    try (Jedis again = new Jedis("127.0.0.1", proxy.port(), PATIENT)) {
      assertThat(again.incr("n")).isEqualTo(1);
    }
  }

  @Test
  void open_countsThoseThatAreOpen() {
    jedis.ping();
    try (Jedis second = new Jedis("127.0.0.1", proxy.port(), PATIENT)) {
      second.ping();
      assertThat(proxy.open()).isEqualTo(2);
    }
    Awaitility.await().until(() -> proxy.open() == 1);
    assertThat(proxy.accepted()).isEqualTo(2);
  }

  @Test
  void serverDown_connectionEnds() {
    server.kill();
    assertThatThrownBy(jedis::ping).isInstanceOf(JedisConnectionException.class);
    server.restart();
    try (Jedis again = new Jedis("127.0.0.1", proxy.port(), PATIENT)) {
      assertThat(again.ping()).isEqualTo("PONG");
    }
  }
}
