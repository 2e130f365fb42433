package io.github.ratelimitagent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.testing.TlsProxy.ClientCertificate;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class TlsProxyTest {
  private static final CertificateAuthority CA = CertificateAuthority.trusted();

  private final RedisProcess server = RedisProcess.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void to_trustedCertificate_repliesArrive() throws Exception {
    try (TlsProxy proxy = TlsProxy.to(server.port(), CA.server());
        Jedis jedis = connect(proxy, null)) {
      assertThat(jedis.set("a", "b".repeat(100_000))).isEqualTo("OK");
      assertThat(jedis.get("a")).hasSize(100_000);
      assertThat(proxy.accepted()).isEqualTo(1);
      assertThat(proxy.handshakes()).isEqualTo(1);
      assertThat(proxy.clients()).isEmpty();
    }
  }

  @Test
  void to_certificateThatIsNotGood_clientRefuses() throws Exception {
    assertRefused(CA.elsewhere(), "localhost");
    assertRefused(CA.expired(), "validity check failed");
    assertRefused(CertificateAuthority.other().server(), "unable to find valid certification path");
  }

  @Test
  void present_newConnectionsSeeTheOtherCertificateAndOpenOnesStay() throws Exception {
    try (TlsProxy proxy = TlsProxy.to(server.port(), CA.server())) {
      Jedis before = connect(proxy, null);

      proxy.present(CA.elsewhere());
      assertThatThrownBy(() -> connect(proxy, null)).isInstanceOf(JedisConnectionException.class);
      assertThat(before.ping()).isEqualTo("PONG");

      proxy.present(CA.nextServer());
      try (Jedis after = connect(proxy, null)) {
        assertThat(after.ping()).isEqualTo("PONG");
      }

      proxy.reset();
      assertThatThrownBy(before::ping).isInstanceOf(JedisConnectionException.class);
    }
  }

  @Test
  void to_clientCertificateNeeded_servesOnlyThoseOfTheIssuer() throws Exception {
    try (TlsProxy proxy = TlsProxy.to(server.port(), CA.server(), ClientCertificate.NEEDED)) {
      // with TLS 1.3 a client learns that it is refused when it reads
      assertThatThrownBy(() -> connect(proxy, null).ping())
          .isInstanceOf(JedisConnectionException.class);
      assertThatThrownBy(() -> connect(proxy, CertificateAuthority.other().client()).ping())
          .isInstanceOf(JedisConnectionException.class);
      Awaitility.await().until(() -> proxy.failedHandshakes() == 2);
      try (Jedis jedis = connect(proxy, CA.client());
          Jedis rsa = connect(proxy, CA.rsaClient())) {
        assertThat(jedis.ping()).isEqualTo("PONG");
        assertThat(rsa.ping()).isEqualTo("PONG");
      }
      assertThat(proxy.clients()).containsExactly("CN=client", "CN=rsa-client");
    }
  }

  @Test
  void to_clientCertificateWanted_servesThoseWithoutToo() throws Exception {
    try (TlsProxy proxy = TlsProxy.to(server.port(), CA.server(), ClientCertificate.WANTED);
        Jedis without = connect(proxy, null);
        Jedis with = connect(proxy, CA.client())) {
      assertThat(without.ping()).isEqualTo("PONG");
      assertThat(with.ping()).isEqualTo("PONG");
      assertThat(proxy.clients()).containsExactly("CN=client");
    }
  }

  @Test
  void write_filesHoldTheCertificateAndItsKey() throws Exception {
    for (IssuedCertificate issued : new IssuedCertificate[] {CA.client(), CA.rsaClient()}) {
      try (InputStream in = Files.newInputStream(issued.certificate())) {
        X509Certificate read =
            (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        read.verify(read(CA.certificate()).getPublicKey());
        assertThat(read).isEqualTo(issued.x509());
      }
      assertThat(Files.readString(issued.key())).startsWith("-----BEGIN PRIVATE KEY-----\n");
      String body =
          Files.readAllLines(issued.key()).stream()
              .filter(line -> !line.startsWith("-----"))
              .collect(Collectors.joining());
      assertThat(
              KeyFactory.getInstance(issued.privateKey().getAlgorithm())
                  .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body))))
          .isEqualTo(issued.privateKey());
    }
  }

  private void assertRefused(IssuedCertificate certificate, String why) throws Exception {
    try (TlsProxy proxy = TlsProxy.to(server.port(), certificate)) {
      assertThatThrownBy(() -> connect(proxy, null))
          .isInstanceOf(JedisConnectionException.class)
          .hasStackTraceContaining(why);
    }
  }

  private static X509Certificate read(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  @SuppressWarnings("deprecation") // the newer options say the same in more words
  private static Jedis connect(TlsProxy proxy, IssuedCertificate client) throws Exception {
    SSLParameters checkHost = new SSLParameters();
    checkHost.setEndpointIdentificationAlgorithm("HTTPS");
    return new Jedis(
        "localhost",
        proxy.port(),
        DefaultJedisClientConfig.builder()
            .ssl(true)
            .sslSocketFactory(context(client).getSocketFactory())
            .sslParameters(checkHost)
            .build());
  }

  private static SSLContext context(IssuedCertificate client) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(client == null ? null : client.keyManagers(), CA.trustManagers(), null);
    return context;
  }
}
