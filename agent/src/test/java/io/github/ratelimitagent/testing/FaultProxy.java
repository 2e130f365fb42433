package io.github.ratelimitagent.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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
    BANDWIDTH,
    BLACK_HOLE,
    HALF_OPEN,
    CUT,
    RESET,
    MASK
  }

  private static final int SLICES_PER_SECOND = 100;

  private final PortListener listener = new PortListener("fault-proxy");
  private final int target;
  private final AtomicInteger cut = new AtomicInteger();
  private volatile Mode mode = Mode.PASS;
  private volatile long delayMillis;
  private volatile int bytesPerSecond;

  private FaultProxy(int target) {
    this.target = target;
    listener.start(this::serve);
  }

  /** A proxy to {@code port} of this machine that passes everything on. */
  public static FaultProxy to(int port) {
    return new FaultProxy(port);
  }

  public int port() {
    return listener.port();
  }

  public String uri() {
    return "redis://127.0.0.1:" + port();
  }

  /** Connections accepted so far. */
  public int accepted() {
    return listener.accepted();
  }

  /** Connections that are open now. */
  public int open() {
    return listener.open();
  }

  /** Replies lost so far by {@link #cutReplies()}. */
  public int cut() {
    return cut.get();
  }

  public void pass() {
    mode = Mode.PASS;
  }

  /** Every piece of a reply comes this much later, however many are on their way. */
  public void delay(Duration delay) {
    delayMillis = delay.toMillis();
    mode = Mode.DELAY;
  }

  /** Replies come one byte at a time, this much apart. */
  public void trickle(Duration betweenBytes) {
    delayMillis = betweenBytes.toMillis();
    mode = Mode.TRICKLE;
  }

  /** Each connection passes at most so much in each direction. */
  public void bandwidth(int limit) {
    bytesPerSecond = limit;
    mode = Mode.BANDWIDTH;
  }

  /** Connections stay open, and nothing arrives on either side any more. */
  public void blackHole() {
    mode = Mode.BLACK_HOLE;
  }

  /**
   * New connections are accepted and stay silent for good, and the server does not hear of them;
   * those that are open go on.
   */
  public void halfOpen() {
    mode = Mode.HALF_OPEN;
  }

  /** Requests reach the server; when it has answered, the client's connection ends instead. */
  public void cutReplies() {
    mode = Mode.CUT;
  }

  /**
   * The server's introduction does not say that it is one of a cluster: as with a service that has
   * one address for several servers.
   */
  public void maskCluster() {
    mode = Mode.MASK;
  }

  /** Connections are reset: those that are open now, and new ones at once. */
  public void reset() {
    mode = Mode.RESET;
    listener.reset();
  }

  @Override
  public void close() {
    listener.close();
  }

  private void serve(Socket client) throws IOException, InterruptedException {
    if (mode == Mode.RESET) {
      return;
    }
    if (mode == Mode.HALF_OPEN) {
      client.getInputStream().transferTo(OutputStream.nullOutputStream());
      return;
    }
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      server.setTcpNoDelay(true);
      Pump requests = new Pump(client, server, this::forwardRequest);
      Pump replies = new Pump(server, client, this::forwardReply);
      listener.daemon(requests::read);
      listener.daemon(requests::write);
      listener.daemon(replies::read);
      replies.write();
      PortListener.reset(server);
    }
  }

  private boolean forwardRequest(Pump.Piece piece, OutputStream out)
      throws IOException, InterruptedException {
    Mode now = mode;
    if (now == Mode.BANDWIDTH) {
      writeSlowly(piece.bytes(), out);
    } else if (now != Mode.BLACK_HOLE) {
      out.write(piece.bytes());
    }
    return true;
  }

  private boolean forwardReply(Pump.Piece piece, OutputStream out)
      throws IOException, InterruptedException {
    switch (mode) {
      case BLACK_HOLE:
        return true;
      case CUT:
        cut.incrementAndGet();
        return false;
      case DELAY:
        long due = piece.readNanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        out.write(piece.bytes());
        return true;
      case TRICKLE:
        for (byte next : piece.bytes()) {
          Thread.sleep(delayMillis);
          out.write(next);
        }
        return true;
      case BANDWIDTH:
        writeSlowly(piece.bytes(), out);
        return true;
      case MASK:
        String reply = new String(piece.bytes(), ISO_8859_1);
        out.write(reply.replace("\r\ncluster\r\n", "\r\nsharded\r\n").getBytes(ISO_8859_1));
        return true;
      default:
        out.write(piece.bytes());
        return true;
    }
  }

  private void writeSlowly(byte[] bytes, OutputStream out)
      throws IOException, InterruptedException {
    int slice = Math.max(1, bytesPerSecond / SLICES_PER_SECOND);
    for (int from = 0; from < bytes.length; from += slice) {
      int length = Math.min(slice, bytes.length - from);
      TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(length) / bytesPerSecond);
      out.write(bytes, from, length);
    }
  }
}
