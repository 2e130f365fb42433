package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An address at which something else listens. */
class WrongServerTest {
  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1 400 Bad Request, 'it does not answer as Redis does, but like a web server; write the"
        + " host and port of a Redis in uri'",
    "<!DOCTYPE HTML>, 'it does not answer as Redis does, but like a web server; write the host and"
        + " port of a Redis in uri'",
    "SSH-2.0-OpenSSH_9.2, 'it does not answer as Redis does; write the host and port of a Redis in"
        + " uri'"
  })
  void connect_serverOfAnotherKind_isTold(String reply, String reason) throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answer(listener, reply + "\r\n\r\n"));
      answering.setDaemon(true);
      answering.start();
      String uri = "redis://127.0.0.1:" + listener.getLocalPort();
      try (RedisStore store = Stores.start(Stores.quick(uri))) {
        Awaitility.await().until(() -> store.lastConnectionFailure() != null);
        assertThat(store.lastConnectionFailure()).endsWith(": " + reason);
      }
    }
  }

  private static void answer(ServerSocket listener, String reply) {
    while (!listener.isClosed()) {
      try (Socket client = listener.accept()) {
        client.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().flush();
        // read until the client goes: closed with something unread, the reply would be lost
        while (client.getInputStream().read() >= 0) {}
      } catch (IOException e) {
        // the listener is closed, or the client has gone first
      }
    }
  }
}
