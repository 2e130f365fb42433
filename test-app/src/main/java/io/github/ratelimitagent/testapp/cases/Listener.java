package io.github.ratelimitagent.testapp.cases;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Uses nothing that is limited, and waits for somebody to connect to the port of its argument. */
public final class Listener {
  private static final int LONGEST_MILLIS = 30_000;

  private Listener() {}

  public static void main(String[] args) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket socket = new ServerSocket(Integer.parseInt(args[0]), 1, loopback)) {
      socket.setSoTimeout(LONGEST_MILLIS);
      socket.accept().close();
      System.out.println("connected");
    }
  }
}
