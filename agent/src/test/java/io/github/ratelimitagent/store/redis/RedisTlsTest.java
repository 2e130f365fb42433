package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.FaultProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol.Command;

/** Calls through TLS, and servers that speak it otherwise than asked for. */
class RedisTlsTest extends RedisTlsFixture {
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void acquire_throughTls_isAnswered(String version) {
    proxy.speak(version);
    try (RedisStore store = start(trusting())) {
      assertThat(isAllowed(store, claim(version, 1))).isTrue();
      assertThat(isAllowed(store, claim(version, 1))).isFalse();
    }
  }

  @Test
  void server_withoutTls_isSaid() {
    String uri = server.uri().replace("redis:", "rediss:");
    assertThat(failure(Stores.quick(uri).tls(trusting())))
        .matches("(it answers without TLS|no TLS handshake in time|it ends the connection).*");
  }

  @Test
  void server_withTlsWhereNoneIsWanted_isSaid() {
    assertThat(failure(proxy.uri().replace("rediss:", "redis:"), trusting()))
        .isEqualTo("it answers with TLS; write rediss instead of redis in uri");
  }

  /** So does Redis on its port for TLS. */
  @Test
  void server_thatHearsNoTlsAndHangsUp_isSaid() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread hangingUp =
          new Thread(
              () -> {
                while (!listener.isClosed()) {
                  try (Socket client = listener.accept()) {
                    client.getInputStream().read();
                  } catch (IOException e) {
                    // the listener is closed, or the client has gone first
                  }
                }
              });
      hangingUp.setDaemon(true);
      hangingUp.start();
      assertThat(failure("redis://127.0.0.1:" + listener.getLocalPort(), trusting()))
          .isEqualTo(
              "it ends the connection without an answer; if it is a port for TLS, write rediss"
                  + " instead of redis in uri");
    }
  }

  @Test
  void server_thatHangsInTheHandshake_isGivenUpInTime() {
    try (FaultProxy hanging = FaultProxy.to(proxy.port())) {
      hanging.blackHole();
      assertThat(failure(Stores.quick("rediss://127.0.0.1:" + hanging.port()).tls(trusting())))
          .startsWith("no TLS handshake in time");
      hanging.trickle(Duration.ofMillis(20));
      assertThat(failure(Stores.quick("rediss://127.0.0.1:" + hanging.port()).tls(trusting())))
          .startsWith("no TLS handshake in time");
    }
  }

  @Test
  void server_thatHangsInAnAcquire_isGivenUpInTime() {
    try (FaultProxy hanging = FaultProxy.to(proxy.port());
        RedisStore store =
            Stores.start(
                Stores.quick("rediss://127.0.0.1:" + hanging.port()).tls(trusting()), log)) {
      assertThat(isAllowed(store, claim("hanging", 2))).isTrue();
      hanging.trickle(Duration.ofMillis(20));
      assertThat(tryAcquire(store, claim("hanging", 2)))
          .isInstanceOf(StoreException.class)
          .asString()
          .contains("no answer");
      hanging.pass();
      await().until(() -> isAllowed(store, claim("after", 1000)));
    }
  }

  @Test
  void idleConnection_onWhichOnlyTlsSaysSomething_isQuiet() throws RedisFailure {
    RedisOptions options = Stores.patient(proxy.uri()).tls(trusting()).build();
    DeadlineSocket socket = new DeadlineSocket();
    long deadline = System.nanoTime() + Stores.PATIENT.toNanos();
    RedisLink link = RedisLink.open(options, options.login(), 0, node(), socket, deadline);
    assertThat(link.isQuiet()).isTrue();
    proxy.updateKeys();
    await().until(() -> !socket.isQuiet());
    assertThat(link.isQuiet()).isTrue();
    assertThat(socket.isQuiet()).isTrue();
    link.endReadsAt(deadline);
    assertThat(link.command(Command.HELLO)).isNotNull();
    proxy.cut();
    await().until(() -> !link.isQuiet());
    link.close();
  }

  private HostPort node() {
    return new HostPort(HOST, proxy.port());
  }
}
