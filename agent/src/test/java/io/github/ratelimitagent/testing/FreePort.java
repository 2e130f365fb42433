package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that tests stop and start again. */
final class FreePort {
  static final int TO_CLUSTER_BUS = 10_000;

  private static final int FIRST = 12_000;
  private static final int COUNT = 10_000;

  private FreePort() {}

  /**
   * A port that is free now, and so is the one for the cluster bus.
   *
   * <p>Below the ports that systems give to outgoing connections: one of those could take the port
   * while its server is down, or even connect to itself.
   */
  static int find() {
    while (true) {
      int port = FIRST + ThreadLocalRandom.current().nextInt(COUNT);
      if (isFree(port) && isFree(port + TO_CLUSTER_BUS)) {
        return port;
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
