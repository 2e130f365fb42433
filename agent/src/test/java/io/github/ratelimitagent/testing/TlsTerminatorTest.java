package io.github.ratelimitagent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class TlsTerminatorTest {
  private static final Authority TRUSTED = Authority.named("Trusted");
  private static final Authority OTHER = Authority.named("Other");

  private final RedisProcess server = RedisProcess.start();
  private final TlsTerminator terminator =
      TlsTerminator.to(server.port(), TRUSTED.issue("localhost"));

  @AfterEach
  void stop() {
    terminator.close();
    server.close();
  }

  @Test
  void to_trustedCertificate_repliesArrive() throws Exception {
    try (Jedis jedis = connect(null)) {
      assertThat(jedis.set("a", "b".repeat(100_000))).isEqualTo("OK");
      assertThat(jedis.get("a")).hasSize(100_000);
    }
  }

  @Test
  void show_certificateThatIsNotGood_clientRefuses() {
    assertRefused(TRUSTED.issue("elsewhere.example"), "localhost");
    assertRefused(TRUSTED.issueExpired("localhost"), "NotAfter");
    assertRefused(TRUSTED.issueForTomorrow("localhost"), "NotBefore");
    assertRefused(OTHER.issue("localhost"), "unable to find valid certification path");
  }

  @Test
  void show_openConnectionsStay_untilCut() throws Exception {
    Jedis before = connect(null);
    terminator.show(OTHER.issue("localhost"));
    assertThatThrownBy(() -> connect(null)).isInstanceOf(JedisConnectionException.class);
    assertThat(before.ping()).isEqualTo("PONG");

    terminator.show(TRUSTED.issueRsa("localhost"));
    try (Jedis after = connect(null)) {
      assertThat(after.ping()).isEqualTo("PONG");
    }
    terminator.cut();
    assertThatThrownBy(before::ping).isInstanceOf(JedisConnectionException.class);
  }

  @Test
  void wantClientsOf_servesThoseOfTheAuthority() throws Exception {
    terminator.wantClientsOf(TRUSTED);
    // with TLS 1.3 a client learns that it is refused when it reads
    assertThatThrownBy(() -> connect(null).ping()).isInstanceOf(JedisConnectionException.class);
    assertThatThrownBy(() -> connect(OTHER.issue("client")).ping())
        .isInstanceOf(JedisConnectionException.class);
    try (Jedis elliptic = connect(TRUSTED.issue("client"));
        Jedis rsa = connect(TRUSTED.issueRsa("client"))) {
      assertThat(elliptic.ping()).isEqualTo("PONG");
      assertThat(rsa.ping()).isEqualTo("PONG");
    }
  }

  private void assertRefused(Identity identity, String why) {
    terminator.show(identity);
    assertThatThrownBy(() -> connect(null))
        .isInstanceOf(JedisConnectionException.class)
        .hasStackTraceContaining(why);
  }

  @SuppressWarnings("deprecation") // the newer options say the same in more words
  private Jedis connect(Identity client) throws Exception {
    SSLParameters checkHost = new SSLParameters();
    checkHost.setEndpointIdentificationAlgorithm("HTTPS");
    return new Jedis(
        "localhost",
        terminator.port(),
        DefaultJedisClientConfig.builder()
            .ssl(true)
            .sslSocketFactory(context(client).getSocketFactory())
            .sslParameters(checkHost)
            .build());
  }

  private static SSLContext context(Identity client) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", TRUSTED.certificate());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    KeyStore own = KeyStore.getInstance("PKCS12");
    own.load(null, null);
    if (client != null) {
      X509Certificate[] chain = client.chain().toArray(new X509Certificate[0]);
      own.setKeyEntry("client", client.key(), new char[0], chain);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(own, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
