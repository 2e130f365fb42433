package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Speaks TLS in front of a server that does not. What it is told applies to connections from then
 * on; those that are open stay.
 */
public final class TlsTerminator implements AutoCloseable {
  private static final char[] NO_PASSWORD = {};

  private final ServerSocket listener;
  private final int target;
  private final Set<SSLSocket> clients = ConcurrentHashMap.newKeySet();
  private final Set<Socket> servers = ConcurrentHashMap.newKeySet();
  private volatile Identity identity;
  private volatile Authority clientAuthority;
  private volatile String[] protocols = {"TLSv1.3", "TLSv1.2"};

  private TlsTerminator(int target, Identity identity) throws IOException {
    this.target = target;
    this.identity = identity;
    this.listener = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  /** One for {@code port} of this machine that shows the certificate of {@code identity}. */
  public static TlsTerminator to(int port, Identity identity) {
    try {
      return new TlsTerminator(port, identity);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  public String uri() {
    return "rediss://127.0.0.1:" + port();
  }

  public void show(Identity other) {
    identity = other;
  }

  /** Wants a certificate of this authority from each client. */
  public void wantClientsOf(Authority authority) {
    clientAuthority = authority;
  }

  public void speak(String... versions) {
    protocols = versions;
  }

  /** Connections that have shaken hands, or are about to. */
  public int open() {
    return clients.size();
  }

  /** Sends something on each connection that concerns TLS alone. */
  public void updateKeys() {
    for (SSLSocket client : clients) {
      try {
        client.startHandshake();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Ends all connections. */
  public void cut() {
    clients.forEach(TlsTerminator::close);
    servers.forEach(TlsTerminator::close);
  }

  @Override
  public void close() {
    close(listener);
    cut();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket plain = listener.accept();
        plain.setTcpNoDelay(true);
        daemon(() -> serve(plain));
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void serve(Socket plain) {
    try (plain;
        SSLSocket client = handshaken(plain);
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      clients.add(client);
      servers.add(server);
      server.setTcpNoDelay(true);
      daemon(() -> pump(server, client));
      pump(client, server);
      clients.remove(client);
      servers.remove(server);
    } catch (IOException | GeneralSecurityException e) {
      // what the client makes of it is what is tested
    }
  }

  private SSLSocket handshaken(Socket plain) throws IOException, GeneralSecurityException {
    SSLSocket client =
        (SSLSocket) context().getSocketFactory().createSocket(plain, null, plain.getPort(), true);
    client.setUseClientMode(false);
    client.setNeedClientAuth(clientAuthority != null);
    client.setEnabledProtocols(protocols);
    client.startHandshake();
    return client;
  }

  private SSLContext context() throws IOException, GeneralSecurityException {
    Identity shown = identity;
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(
        "server", shown.key(), NO_PASSWORD, shown.chain().toArray(new X509Certificate[0]));
    KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
    keyManagers.init(keys, NO_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers.getKeyManagers(), trustManagers(clientAuthority), null);
    return context;
  }

  private static TrustManager[] trustManagers(Authority authority)
      throws IOException, GeneralSecurityException {
    if (authority == null) {
      return null;
    }
    KeyStore authorities = KeyStore.getInstance("PKCS12");
    authorities.load(null, null);
    authorities.setCertificateEntry("ca", authority.certificate());
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(authorities);
    return factory.getTrustManagers();
  }

  private static void pump(Socket from, Socket to) {
    try {
      byte[] bytes = new byte[16 * 1024];
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        out.write(bytes, 0, length);
      }
    } catch (IOException e) {
      // either side has gone; the other is closed below
    } finally {
      close(from);
      close(to);
    }
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      // gone is what it should be
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tls-terminator");
    thread.setDaemon(true);
    thread.start();
  }
}
