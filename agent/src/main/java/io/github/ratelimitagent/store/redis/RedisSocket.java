package io.github.ratelimitagent.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A way to a server, with TLS if the options say so, whose reads together end at one moment. For
 * one thread at a time, but for {@link #close()}.
 */
final class RedisSocket {
  private static final long TICKET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** How replies begin, of versions 2 and 3 of the protocol. */
  private static final String FIRST_OF_REPLIES = "+-:$*_,#!=(%~>|";

  private static final int TLS_ALERT = 0x15;

  private final DeadlineSocket socket;
  private final @Nullable TlsSession tls;

  private RedisSocket(DeadlineSocket socket, @Nullable TlsSession tls) {
    this.socket = socket;
    this.tls = tls;
  }

  /**
   * Connects as the options say. Blocks until the deadline at most, but for the host name's lookup.
   *
   * @param socket not connected; closing it ends the attempt, and so does a failure
   * @throws RedisFailure with a message for the operator
   */
  static RedisSocket open(
      RedisOptions options, HostPort address, DeadlineSocket socket, long deadlineNanos)
      throws RedisFailure {
    boolean opened = false;
    try {
      socket.connectUntil(InetAddress.getByName(address.host()), address.port(), deadlineNanos);
      Tls tls = options.tls();
      TlsSession session = tls == null ? null : tls.handshake(socket, address);
      opened = true;
      return new RedisSocket(socket, session);
    } catch (UnknownHostException e) {
      throw RedisFailure.disconnected("the host name is unknown");
    } catch (SocketTimeoutException e) {
      throw RedisFailure.disconnected("no connection in time");
    } catch (IOException e) {
      throw RedisFailure.disconnected(String.valueOf(e.getMessage()));
    } finally {
      if (!opened) {
        socket.close();
      }
    }
  }

  /** To read from and to write to. */
  Socket socket() {
    return tls == null ? socket : tls.socket();
  }

  /** All reads from now on end at this moment of {@link System#nanoTime()}. */
  void endReadsAt(long deadlineNanos) {
    socket.endReadsAt(deadlineNanos);
  }

  /** The server has answered: what goes wrong from now on has other reasons than before. */
  void proven() {
    if (tls != null) {
      tls.proven();
    }
  }

  /** Whether nothing is to be read, not even the end. Blocks for some milliseconds. */
  boolean isQuiet() {
    boolean quiet = socket.isQuiet();
    if (quiet || tls == null) {
      return quiet;
    }
    // what has come can be what concerns TLS alone, such as a session ticket
    socket.endReadsAt(System.nanoTime() + TICKET_NANOS);
    try {
      InputStream in = tls.socket().getInputStream();
      in.read();
      return false;
    } catch (SocketTimeoutException e) {
      // some JDKs close it on a timeout
      return !socket.isClosed();
    } catch (IOException e) {
      return false;
    }
  }

  /** Of an exception that reading or writing gave. */
  RedisFailure failure(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketTimeoutException) {
        return RedisFailure.timedOut();
      }
    }
    String meaning = tls == null ? meaningWithoutTls() : tls.meaningOf(failure);
    return RedisFailure.disconnected(meaning == null ? "connection lost" : meaning);
  }

  private @Nullable String meaningWithoutTls() {
    if (socket.firstByte() == TLS_ALERT) {
      return "it answers with TLS; write rediss instead of redis in uri";
    }
    if (socket.firstByte() >= 0) {
      return FIRST_OF_REPLIES.indexOf(socket.firstByte()) >= 0
          ? null
          : "it does not answer as Redis does"
              + ("H<".indexOf(socket.firstByte()) >= 0 ? ", but like a web server" : "")
              + "; write the host and port of a Redis in uri";
    }
    return "it ends the connection without an answer; if it is a port for TLS, write rediss instead of"
        + " redis in uri";
  }

  void close() {
    // not through TLS, which would have to wait its turn and the server's farewell
    socket.close();
  }
}
