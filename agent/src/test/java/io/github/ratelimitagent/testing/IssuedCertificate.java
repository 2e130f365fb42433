package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * A certificate with its key, as PEM files: PKCS#8 for the key.
 *
 * @param certificate the file with the certificate alone, without its issuer's
 * @param key the file with the private key
 */
public record IssuedCertificate(
    Path certificate, Path key, X509Certificate x509, PrivateKey privateKey) {

  static IssuedCertificate write(Path folder, KeyStore keyStore, String name)
      throws GeneralSecurityException, IOException {
    X509Certificate x509 = (X509Certificate) keyStore.getCertificate(name);
    char[] password = CertificateAuthority.PASSWORD.toCharArray();
    PrivateKey privateKey = (PrivateKey) keyStore.getKey(name, password);
    return new IssuedCertificate(
        pem(folder.resolve(name + ".crt"), "CERTIFICATE", x509.getEncoded()),
        pem(folder.resolve(name + ".key"), "PRIVATE KEY", privateKey.getEncoded()),
        x509,
        privateKey);
  }

  KeyManager[] keyManagers() {
    try {
      KeyStore one = KeyStore.getInstance(KeyStore.getDefaultType());
      one.load(null, null);
      char[] password = CertificateAuthority.PASSWORD.toCharArray();
      one.setKeyEntry("key", privateKey, password, new X509Certificate[] {x509});
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(one, password);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path pem(Path file, String kind, byte[] der) throws IOException {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }
}
