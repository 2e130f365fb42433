package io.github.ratelimitagent.store.redis;

import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * How servers prove who they are, and the client to them. Immutable. The files are read when a
 * connection is opened, so that they may be replaced while the application runs.
 */
public final class TlsOptions {
  final @Nullable File ca;
  final @Nullable File certificate;
  final @Nullable File key;
  final @Nullable String keyPassword;
  final boolean verifyHostname;

  private TlsOptions(
      @Nullable File ca,
      @Nullable File certificate,
      @Nullable File key,
      @Nullable String keyPassword,
      boolean verifyHostname) {
    this.ca = ca;
    this.certificate = certificate;
    this.key = key;
    this.keyPassword = keyPassword;
    this.verifyHostname = verifyHostname;
  }

  /** Authorities that the JVM trusts, no client certificate, and the host name is checked. */
  public static TlsOptions ofJvm() {
    return new TlsOptions(null, null, null, null, true);
  }

  /** Trusts the authorities of a PEM file, and no others. */
  public TlsOptions withCa(File pem) {
    return new TlsOptions(pem, certificate, key, keyPassword, verifyHostname);
  }

  /**
   * Shows servers that ask for it a certificate.
   *
   * @param chain PEM, the client's certificate first
   * @param key PEM, PKCS#8; may be the same file
   * @param keyPassword null when the key is not encrypted
   */
  public TlsOptions withCertificate(File chain, File key, @Nullable String keyPassword) {
    return new TlsOptions(ca, chain, key, keyPassword, verifyHostname);
  }

  /** Whether a server's certificate must be for the host that is connected to. */
  public TlsOptions withHostnameVerified(boolean verified) {
    return new TlsOptions(ca, certificate, key, keyPassword, verified);
  }
}
