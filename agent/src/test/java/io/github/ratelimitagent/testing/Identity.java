package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** A certificate with its private key; see {@link Authority}. */
public record Identity(PrivateKey key, List<X509Certificate> chain) {
  private static final String PBES2 = "1.2.840.113549.1.5.13";

  public String certificatesPem() {
    StringBuilder pem = new StringBuilder();
    chain.forEach(certificate -> pem.append(pem("CERTIFICATE", encoded(certificate))));
    return pem.toString();
  }

  public String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  public String encryptedKeyPem(String password) {
    try {
      String algorithm = "PBEWithHmacSHA256AndAES_256";
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(
          Cipher.ENCRYPT_MODE,
          SecretKeyFactory.getInstance(algorithm)
              .generateSecret(new PBEKeySpec(password.toCharArray())));
      byte[] parameters = cipher.getParameters().getEncoded();
      byte[] encrypted = cipher.doFinal(key.getEncoded());
      return pem(
          "ENCRYPTED PRIVATE KEY",
          Der.sequence(Der.sequence(Der.oid(PBES2), parameters), Der.octets(encrypted)));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  static String pem(String label, byte[] bytes) {
    String base64 =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
  }
}
