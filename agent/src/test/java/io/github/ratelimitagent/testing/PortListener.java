package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Accepts connections on a free port of loopback, and hands each over on a thread of its own. */
final class PortListener implements AutoCloseable {
  /** What is done with a connection; it is closed when this returns or throws. */
  interface Handler {
    void handle(Socket client) throws IOException, InterruptedException;
  }

  private final ServerSocket socket;
  private final String name;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();

  PortListener(String name) {
    this.name = name;
    try {
      socket = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void start(Handler handler) {
    daemon(() -> accept(handler));
  }

  int port() {
    return socket.getLocalPort();
  }

  int accepted() {
    return accepted.get();
  }

  int open() {
    return open.size();
  }

  /** Resets the connections that are open now. */
  void reset() {
    open.forEach(PortListener::reset);
  }

  void daemon(Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // closed already
    }
    try {
      socket.close();
    } catch (IOException e) {
      // nothing more to do with it
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    reset();
  }

  private void accept(Handler handler) {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        client.setTcpNoDelay(true);
        accepted.incrementAndGet();
        open.add(client);
        daemon(() -> handle(client, handler));
      } catch (IOException e) {
        // closed: the loop ends
      }
    }
  }

  private void handle(Socket client, Handler handler) {
    try {
      handler.handle(client);
    } catch (IOException e) {
      // either side has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(client);
      reset(client);
    }
  }
}
