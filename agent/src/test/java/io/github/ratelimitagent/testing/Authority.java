package io.github.ratelimitagent.testing;

import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Issues certificates, as a company's own authority would. */
public final class Authority {
  private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.oid("1.2.840.10045.4.3.2"));
  private static final Duration DAY = Duration.ofDays(1);
  private static final AtomicLong SERIAL = new AtomicLong(1);

  private final String name;
  private final KeyPair keys = keys("EC", 256);
  private final X509Certificate certificate;

  private Authority(String name) {
    this.name = name;
    this.certificate = sign(name, keys, Instant.now().minus(DAY), Instant.now().plus(DAY));
  }

  public static Authority named(String name) {
    return new Authority(name);
  }

  /** What clients trust. */
  public X509Certificate certificate() {
    return certificate;
  }

  public String pem() {
    return Identity.pem("CERTIFICATE", Identity.encoded(certificate));
  }

  /** A certificate for host names and addresses. */
  public Identity issue(String... hosts) {
    return issue(Instant.now().minus(DAY), Instant.now().plus(DAY), hosts);
  }

  /** As {@link #issue}, with an RSA key: the others have one of an elliptic curve. */
  public Identity issueRsa(String... hosts) {
    return issue(keys("RSA", 2048), Instant.now().minus(DAY), Instant.now().plus(DAY), hosts);
  }

  public Identity issueExpired(String... hosts) {
    return issue(Instant.now().minus(DAY.multipliedBy(2)), Instant.now().minus(DAY), hosts);
  }

  public Identity issueForTomorrow(String... hosts) {
    return issue(Instant.now().plus(DAY), Instant.now().plus(DAY.multipliedBy(2)), hosts);
  }

  private Identity issue(Instant from, Instant to, String... hosts) {
    return issue(keys("EC", 256), from, to, hosts);
  }

  private Identity issue(KeyPair pair, Instant from, Instant to, String... hosts) {
    return new Identity(pair.getPrivate(), List.of(sign("of " + name, pair, from, to, hosts)));
  }

  private X509Certificate sign(
      String subject, KeyPair pair, Instant from, Instant to, String... hosts) {
    byte[] extension =
        hosts.length == 0
            ? Der.sequence(Der.oid("2.5.29.19"), Der.yes(), Der.octets(Der.sequence(Der.yes())))
            : Der.sequence(Der.oid("2.5.29.17"), Der.octets(alternativeNames(hosts)));
    byte[] content =
        Der.sequence(
            Der.tagged(0xa0, Der.integer(2)),
            Der.integer(SERIAL.getAndIncrement()),
            ECDSA_WITH_SHA256,
            distinguished(name),
            Der.sequence(Der.time(from), Der.time(to)),
            distinguished(subject),
            pair.getPublic().getEncoded(),
            Der.tagged(0xa3, Der.sequence(extension)));
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(content);
      byte[] der = Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(signature.sign()));
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] alternativeNames(String... hosts) {
    byte[][] names = new byte[hosts.length][];
    for (int i = 0; i < hosts.length; i++) {
      names[i] =
          hosts[i].matches("[0-9.]+")
              ? Der.tagged(0x87, address(hosts[i]))
              : Der.tagged(0x82, hosts[i].getBytes(StandardCharsets.US_ASCII));
    }
    return Der.sequence(names);
  }

  private static byte[] address(String text) {
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static byte[] distinguished(String commonName) {
    return Der.sequence(Der.set(Der.sequence(Der.oid("2.5.4.3"), Der.text(commonName))));
  }

  private static KeyPair keys(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
