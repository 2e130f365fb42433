package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/**
 * Speaks TLS with clients, and plain text with the server behind it.
 *
 * <p>For faults of the network, put a {@link FaultProxy} before or behind it.
 */
public final class TlsProxy implements AutoCloseable {
  /** What is asked of clients. */
  public enum ClientCertificate {
    NONE,
    WANTED,
    NEEDED
  }

  private final PortListener listener = new PortListener("tls-proxy");
  private final int target;
  private final ClientCertificate clientCertificate;
  private final AtomicInteger handshakes = new AtomicInteger();
  private final AtomicInteger failedHandshakes = new AtomicInteger();
  private final List<String> clients = new CopyOnWriteArrayList<>();
  private volatile SSLContext context;

  private TlsProxy(int target, IssuedCertificate server, ClientCertificate clientCertificate) {
    this.target = target;
    this.clientCertificate = clientCertificate;
    this.context = context(server);
    listener.start(this::serve);
  }

  /** A proxy to {@code port} of this machine that asks clients for no certificate. */
  public static TlsProxy to(int port, IssuedCertificate server) {
    return to(port, server, ClientCertificate.NONE);
  }

  /** As {@link #to(int, IssuedCertificate)}; clients' certificates must be the trusted issuer's. */
  public static TlsProxy to(
      int port, IssuedCertificate server, ClientCertificate clientCertificate) {
    return new TlsProxy(port, server, clientCertificate);
  }

  public int port() {
    return listener.port();
  }

  /** Shows new connections another certificate; open ones stay. */
  public void present(IssuedCertificate server) {
    context = context(server);
  }

  /** Resets the open connections, so that clients connect anew. */
  public void reset() {
    listener.reset();
  }

  /** Connections accepted so far. */
  public int accepted() {
    return listener.accepted();
  }

  /** Handshakes that have succeeded so far. */
  public int handshakes() {
    return handshakes.get();
  }

  public int failedHandshakes() {
    return failedHandshakes.get();
  }

  /** The names in the clients' certificates so far, such as {@code CN=client}. */
  public List<String> clients() {
    return List.copyOf(clients);
  }

  @Override
  public void close() {
    listener.close();
  }

  private static SSLContext context(IssuedCertificate server) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(server.keyManagers(), CertificateAuthority.trusted().trustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve(Socket client) throws IOException {
    try (SSLSocket secure =
            (SSLSocket) context.getSocketFactory().createSocket(client, null, true);
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      server.setTcpNoDelay(true);
      shakeHands(secure);
      listener.daemon(() -> passReplies(server, secure));
      secure.getInputStream().transferTo(server.getOutputStream());
    }
  }

  private void shakeHands(SSLSocket secure) throws IOException {
    secure.setWantClientAuth(clientCertificate == ClientCertificate.WANTED);
    if (clientCertificate == ClientCertificate.NEEDED) {
      secure.setNeedClientAuth(true);
    }
    try {
      secure.startHandshake();
    } catch (IOException e) {
      failedHandshakes.incrementAndGet();
      throw e;
    }
    handshakes.incrementAndGet();
    try {
      clients.add(secure.getSession().getPeerPrincipal().getName());
    } catch (SSLPeerUnverifiedException e) {
      // it has shown none
    }
  }

  private static void passReplies(Socket server, SSLSocket secure) {
    try (secure) {
      server.getInputStream().transferTo(secure.getOutputStream());
    } catch (IOException e) {
      // either side has gone
    }
  }
}
