package io.github.ratelimitagent.store.redis;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * A socket whose reads together end at one moment. A timeout of a plain socket is one for each
 * read, and a reply that trickles in a byte at a time never reaches it.
 */
final class DeadlineSocket extends Socket {
  private volatile long deadlineNanos;

  /** All reads from now on end at this moment of {@link System#nanoTime()}. */
  void endReadsAt(long deadlineNanos) {
    this.deadlineNanos = deadlineNanos;
  }

  void connectUntil(InetAddress address, int port, long deadlineNanos) throws IOException {
    endReadsAt(deadlineNanos);
    setTcpNoDelay(true);
    setKeepAlive(true);
    connect(new InetSocketAddress(address, port), millisLeft());
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new DeadlineInput(super.getInputStream());
  }

  /** Whether nothing has come from the other side, not even its end. Blocks for a millisecond. */
  boolean isQuiet() {
    endReadsAt(System.nanoTime());
    try {
      setSoTimeout(1);
      super.getInputStream().read();
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      super.close();
    } catch (IOException e) {
      // gone is what it should be
    }
  }

  private int millisLeft() throws SocketTimeoutException {
    long left = deadlineNanos - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("too late");
    }
    return (int) Math.min(Integer.MAX_VALUE, (left + 999_999) / 1_000_000);
  }

  private final class DeadlineInput extends FilterInputStream {
    DeadlineInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      // after a pause of the JVM the reply may be here already, and costs no more time
      if (in.available() == 0) {
        setSoTimeout(millisLeft());
      }
      return in.read(bytes, offset, length);
    }
  }
}
