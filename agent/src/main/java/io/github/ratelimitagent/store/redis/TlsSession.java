package io.github.ratelimitagent.store.redis;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** TLS over one socket, and what its failures mean. For one thread at a time. */
final class TlsSession {
  private static final Pattern ALERT = Pattern.compile("fatal alert: ?(\\w+)");
  private static final int ALERT_RECORD = 0x15;
  private static final int HANDSHAKE_RECORD = 0x16;

  private final DeadlineSocket socket;
  private final SSLSocket tls;
  private final TlsIdentity identity;
  private boolean proven;

  TlsSession(DeadlineSocket socket, SSLSocket tls, TlsIdentity identity) {
    this.socket = socket;
    this.tls = tls;
    this.identity = identity;
  }

  void start() throws RedisFailure {
    try {
      tls.startHandshake();
    } catch (IOException e) {
      throw RedisFailure.disconnected(meaning(e));
    }
  }

  SSLSocket socket() {
    return tls;
  }

  /** The server has answered through it. */
  void proven() {
    proven = true;
  }

  /** What an exception, or the end of the connection, has to do with TLS; null if nothing. */
  @Nullable String meaningOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return meaning((SSLException) cause);
      }
    }
    // since TLS 1.3 a server says only after the handshake that it misses a certificate, if at all
    return proven || !identity.isAskedFor() ? null : certificate("ends the connection");
  }

  private String meaning(IOException failure) {
    boolean end = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TlsTrust.Refused) {
        return String.valueOf(cause.getMessage());
      }
      if (cause instanceof SocketTimeoutException) {
        return "no TLS handshake in time; is it a port for TLS? (without TLS, write redis instead of"
            + " rediss in uri)";
      }
      // a broken pipe too: the server may have said why and gone while we were still writing
      end |= cause instanceof EOFException || cause instanceof SocketException;
    }
    int first = socket.firstByte();
    if (first >= 0 && first != ALERT_RECORD && first != HANDSHAKE_RECORD) {
      return "it answers without TLS; write its port for TLS, or redis instead of rediss in uri";
    }
    Matcher alert = ALERT.matcher(String.valueOf(failure.getMessage()));
    if (alert.find()) {
      return refused(alert.group(1));
    }
    if (first < 0 || end) {
      return identity.isAskedFor()
          ? certificate("ends the connection")
          : "it ends the connection in the TLS handshake; is it a port for TLS?";
    }
    return "TLS fails: " + failure.getMessage();
  }

  private String refused(String alert) {
    if (alert.contains("certificate") || alert.equals("unknown_ca") || identity.isAskedFor()) {
      return certificate(alert);
    }
    return alert.equals("handshake_failure") || alert.equals("protocol_version")
        ? "it has no version or cipher of TLS in common with this JVM (" + alert + ")"
        : "it refuses TLS (" + alert + ")";
  }

  private String certificate(String answer) {
    return identity.isPresent()
        ? "it does not accept the client certificate of tls-certificate (" + answer + ")"
        : "it wants a client certificate (" + answer + "); write tls-certificate and tls-key";
  }
}
