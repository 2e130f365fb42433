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
  private static final int NONE = -1;

  /** More than any reply that is here already when its deadline has passed. */
  private static final int MOST_LATE_BYTES = 1 << 16;

  private volatile long deadlineNanos;
  private int lateBytes;
  private int firstByte = NONE;
  // read to see whether there is something, and still to be given to the reader
  private int peeked = NONE;

  /** All reads from now on end at this moment of {@link System#nanoTime()}. */
  void endReadsAt(long deadlineNanos) {
    this.deadlineNanos = deadlineNanos;
    this.lateBytes = 0;
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

  /**
   * Whether nothing has come from the other side, not even its end. What has come stays to be read.
   * Blocks for a millisecond.
   */
  boolean isQuiet() {
    if (peeked != NONE) {
      return false;
    }
    try {
      setSoTimeout(1);
      peeked = super.getInputStream().read();
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The first that has come from the other side, or -1: it tells TLS from what is not. */
  int firstByte() {
    return firstByte;
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
      if (peeked != NONE && length > 0) {
        bytes[offset] = (byte) peeked;
        peeked = NONE;
        return 1;
      }
      // after a pause of the JVM the reply may be here already, and costs no more time
      if (in.available() == 0) {
        setSoTimeout(millisLeft());
      }
      int read = in.read(bytes, offset, length);
      if (deadlineNanos - System.nanoTime() < 0) {
        lateBytes += Math.max(0, read);
        if (lateBytes > MOST_LATE_BYTES) {
          throw new SocketTimeoutException("a reply without end");
        }
      }
      if (firstByte == NONE && read > 0) {
        firstByte = bytes[offset] & 0xff;
      }
      return read;
    }

    @Override
    public int available() throws IOException {
      return in.available() + (peeked == NONE ? 0 : 1);
    }
  }
}
