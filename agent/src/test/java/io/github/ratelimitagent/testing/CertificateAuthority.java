package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Issues certificates for tests, with the keytool of the running JDK; each is made when first asked
 * for and kept until the JVM ends.
 */
public final class CertificateAuthority {
  static final String PASSWORD = "not a secret";

  private static final String EC = "-keyalg EC -groupname secp256r1 ";
  private static final String RSA = "-keyalg RSA -keysize 2048 ";
  private static final String LOCALHOST = "-ext san=dns:localhost,ip:127.0.0.1 ";
  private static final String YEARS = "-validity 3650 ";

  private final Path folder = TempFolder.create();
  private final Path keyStore = folder.resolve("keys.p12");
  private final Map<String, IssuedCertificate> issued = new ConcurrentHashMap<>();
  private final String name;
  private final IssuedCertificate root;

  private CertificateAuthority(String name) {
    this.name = name;
    Runtime.getRuntime().addShutdownHook(new Thread(() -> TempFolder.delete(folder)));
    root = make(name, EC + YEARS + "-ext bc:critical=ca:true");
  }

  /** The one that the tests of this JVM trust. */
  public static CertificateAuthority trusted() {
    return Trusted.CA;
  }

  /** One that a test does not trust. */
  public static CertificateAuthority other() {
    return Other.CA;
  }

  /** The file with the certificate of the authority itself. */
  public Path certificate() {
    return root.certificate();
  }

  /** For a server at {@code localhost} and {@code 127.0.0.1}. */
  public IssuedCertificate server() {
    return issue("server", EC + YEARS + LOCALHOST);
  }

  /** As {@link #server()}, with a key of its own. */
  public IssuedCertificate nextServer() {
    return issue("next-server", EC + YEARS + LOCALHOST);
  }

  /** For a server at {@code elsewhere.example}. */
  public IssuedCertificate elsewhere() {
    return issue("elsewhere", EC + YEARS + "-ext san=dns:elsewhere.example");
  }

  /** As {@link #server()}, but it ended five days ago. */
  public IssuedCertificate expired() {
    return issue("expired", EC + "-startdate -10d -validity 5 " + LOCALHOST);
  }

  /** For a client, with an elliptic-curve key. */
  public IssuedCertificate client() {
    return issue("client", EC + YEARS);
  }

  /** For a client, with an RSA key. */
  public IssuedCertificate rsaClient() {
    return issue("rsa-client", RSA + YEARS);
  }

  /** What trusts this authority, and no other. */
  TrustManager[] trustManagers() {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry(name, root.x509());
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private IssuedCertificate issue(String subject, String options) {
    return issued.computeIfAbsent(subject, absent -> make(absent, options + " -signer " + name));
  }

  private synchronized IssuedCertificate make(String subject, String options) {
    try {
      keytool(subject, options);
      KeyStore all = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(keyStore)) {
        all.load(in, PASSWORD.toCharArray());
      }
      return IssuedCertificate.write(folder, all, subject);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void keytool(String subject, String options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", subject));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", keyStore.toString(), "-dname", "CN=" + subject));
    command.addAll(List.of(options.trim().split(" +")));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool failed:\n" + output);
      }
    } catch (InterruptedException e) {
      keytool.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static final class Trusted {
    static final CertificateAuthority CA = new CertificateAuthority("trusted-ca");
  }

  private static final class Other {
    static final CertificateAuthority CA = new CertificateAuthority("other-ca");
  }
}
