package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A TCP proxy in front of a server, with the faults of a network: each applies at once, to open
 * connections too, until another is chosen.
 */
public final class FaultProxy implements AutoCloseable {
  private enum Mode {
    PASS,
    DELAY,
    TRICKLE,
    BLACK_HOLE,
    CUT,
    RESET
  }

  private final ServerSocket listener;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger cut = new AtomicInteger();
  private volatile Mode mode = Mode.PASS;
  private volatile long delayMillis;

  private FaultProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  /** A proxy to {@code port} of this machine that passes everything on. */
  public static FaultProxy to(int port) {
    try {
      return new FaultProxy(port);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  public String uri() {
    return "redis://127.0.0.1:" + port();
  }

  /** Connections accepted so far. */
  public int accepted() {
    return accepted.get();
  }

  /** Replies lost so far by {@link #cutReplies()}. */
  public int cut() {
    return cut.get();
  }

  public void pass() {
    mode = Mode.PASS;
  }

  /** Every piece of a reply comes this much later. */
  public void delay(Duration delay) {
    delayMillis = delay.toMillis();
    mode = Mode.DELAY;
  }

  /** Replies come one byte at a time, this much apart. */
  public void trickle(Duration betweenBytes) {
    delayMillis = betweenBytes.toMillis();
    mode = Mode.TRICKLE;
  }

  /** Connections stay open, and nothing arrives on either side any more. */
  public void blackHole() {
    mode = Mode.BLACK_HOLE;
  }

  /** Requests reach the server; when it has answered, the client's connection ends instead. */
  public void cutReplies() {
    mode = Mode.CUT;
  }

  /** Connections are reset: those that are open now, and new ones at once. */
  public void reset() {
    mode = Mode.RESET;
    open.forEach(FaultProxy::abort);
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    open.forEach(FaultProxy::abort);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        accepted.incrementAndGet();
        open.add(client);
        if (mode == Mode.RESET) {
          abort(client);
          continue;
        }
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        daemon(() -> pump(client, server, false));
        daemon(() -> pump(server, client, true));
      } catch (IOException e) {
        // closed, or the server is away: the next connection may do better
        if (!listener.isClosed()) {
          open.forEach(FaultProxy::abort);
        }
      }
    }
  }

  private void pump(Socket from, Socket to, boolean reply) {
    try {
      byte[] bytes = new byte[16 * 1024];
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        if (!forward(bytes, length, out, reply)) {
          break;
        }
      }
    } catch (IOException e) {
      // either side has gone; the other is closed below
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      abort(from);
      abort(to);
    }
  }

  private boolean forward(byte[] bytes, int length, OutputStream out, boolean reply)
      throws IOException, InterruptedException {
    Mode now = mode;
    if (now == Mode.BLACK_HOLE) {
      return true;
    }
    if (now == Mode.CUT && reply) {
      cut.incrementAndGet();
      return false;
    }
    if (now == Mode.DELAY && reply) {
      Thread.sleep(delayMillis);
    }
    if (now == Mode.TRICKLE && reply) {
      for (int i = 0; i < length; i++) {
        Thread.sleep(delayMillis);
        out.write(bytes, i, 1);
      }
      return true;
    }
    out.write(bytes, 0, length);
    return true;
  }

  private static void abort(Socket socket) {
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

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "fault-proxy");
    thread.setDaemon(true);
    thread.start();
  }
}
