package io.github.ratelimitagent.store.redis;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.NoSuchProviderException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Lays TLS over connected sockets, with the JDK's own classes. Safe for many threads. */
final class Tls {
  private final TlsOptions options;
  private final TlsFiles files;

  Tls(TlsOptions options) {
    this.options = options;
    this.files = new TlsFiles(options);
  }

  /**
   * Shakes hands over {@code socket}, whose reads must have an end.
   *
   * @throws RedisFailure with a message for the operator
   */
  TlsSession handshake(DeadlineSocket socket, HostPort address) throws RedisFailure {
    try {
      TlsIdentity identity = files.identity();
      // a context for each: resuming a session would skip the look at the certificate
      SSLContext context = context();
      context.init(
          new KeyManager[] {identity},
          new TrustManager[] {explained(files.trust(), address)},
          null);
      SSLSocket tls =
          (SSLSocket)
              context.getSocketFactory().createSocket(socket, address.host(), address.port(), true);
      if (options.verifyHostname) {
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        tls.setSSLParameters(parameters);
      }
      TlsSession session = new TlsSession(socket, tls, identity);
      session.start();
      return session;
    } catch (GeneralSecurityException | IOException e) {
      throw RedisFailure.disconnected("this JVM cannot do TLS: " + e);
    }
  }

  /** The JDK's if it is there: those of others may not read through the socket they are given. */
  private static SSLContext context() throws GeneralSecurityException {
    try {
      return SSLContext.getInstance("TLS", "SunJSSE");
    } catch (NoSuchProviderException e) {
      return SSLContext.getInstance("TLS");
    }
  }

  private TrustManager explained(TrustManager trust, HostPort address) {
    String authorities =
        options.ca == null ? "those of the JVM; write tls-ca" : "those of tls-ca, " + options.ca;
    return trust instanceof X509ExtendedTrustManager
        ? new TlsTrust((X509ExtendedTrustManager) trust, address, authorities)
        : trust;
  }
}
