package io.github.ratelimitagent.store.redis;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * What the files of {@link TlsOptions} hold. They are read each time, and only made sense of again
 * when they have changed. Safe for many threads.
 */
final class TlsFiles {
  private static final byte[] NONE = {};

  private final TlsOptions options;
  private byte[] caBytes = NONE;
  private byte[] certificateBytes = NONE;
  private byte[] keyBytes = NONE;
  private @Nullable TrustManager trust;
  private X509Certificate @Nullable [] chain;
  private @Nullable PrivateKey key;

  TlsFiles(TlsOptions options) {
    this.options = options;
  }

  /** Blocks on reading the file, if there is one. */
  synchronized TrustManager trust() throws RedisFailure, GeneralSecurityException {
    File ca = options.ca;
    byte[] bytes = ca == null ? NONE : SmallFile.read("tls-ca", ca);
    TrustManager known = trust;
    if (known == null || !Arrays.equals(bytes, caBytes)) {
      // not the JVM's default context: that would read its settings before the application sets
      // them
      known = trust(ca == null ? null : keyStore(TlsCertificates.of("tls-ca", ca, bytes)));
      trust = known;
      caBytes = bytes;
    }
    return known;
  }

  /** Blocks on reading the files, if there are any. One that holds nothing if there are none. */
  synchronized TlsIdentity identity() throws RedisFailure, GeneralSecurityException {
    File certificateFile = options.certificate;
    File keyFile = options.key;
    if (certificateFile == null || keyFile == null) {
      return new TlsIdentity(null, null);
    }
    byte[] newCertificate = SmallFile.read("tls-certificate", certificateFile);
    byte[] newKey = SmallFile.read("tls-key", keyFile);
    if (!Arrays.equals(newCertificate, certificateBytes) || !Arrays.equals(newKey, keyBytes)) {
      X509Certificate[] read =
          TlsCertificates.of("tls-certificate", certificateFile, newCertificate);
      PrivateKey readKey = TlsKey.of(keyFile, newKey, options.keyPassword);
      if (!TlsKey.isPair(readKey, read[0].getPublicKey())) {
        throw SmallFile.fault(
            "tls-key",
            keyFile,
            "does not belong to the first certificate of tls-certificate, " + certificateFile);
      }
      chain = read;
      key = readKey;
      certificateBytes = newCertificate;
      keyBytes = newKey;
    }
    return new TlsIdentity(chain, key);
  }

  private static KeyStore keyStore(X509Certificate[] authorities) throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    for (int i = 0; i < authorities.length; i++) {
      store.setCertificateEntry("ca" + i, authorities[i]);
    }
    return store;
  }

  private static TrustManager trust(@Nullable KeyStore authorities)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(authorities);
    return factory.getTrustManagers()[0];
  }
}
