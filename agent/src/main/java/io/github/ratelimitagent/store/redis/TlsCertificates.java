package io.github.ratelimitagent.store.redis;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Reads the certificates of a PEM file. */
final class TlsCertificates {
  private TlsCertificates() {}

  /** All of them, in their order; at least one. */
  static X509Certificate[] of(String setting, File file, byte[] bytes)
      throws RedisFailure, GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> certificates = new ArrayList<>();
    for (Pem block : Pem.blocks(setting, file, bytes)) {
      if (block.label().equals("CERTIFICATE")) {
        try {
          certificates.add(
              (X509Certificate)
                  factory.generateCertificate(new ByteArrayInputStream(block.bytes())));
        } catch (CertificateException | IllegalArgumentException e) {
          throw SmallFile.fault(
              setting,
              file,
              "has a certificate that cannot be read, number " + (certificates.size() + 1));
        }
      }
    }
    if (certificates.isEmpty()) {
      throw SmallFile.fault(setting, file, "holds no certificate (-----BEGIN CERTIFICATE-----)");
    }
    return certificates.toArray(new X509Certificate[0]);
  }
}
