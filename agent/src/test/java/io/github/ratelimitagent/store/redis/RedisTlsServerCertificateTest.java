package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.StoreException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which servers' certificates are trusted, and what is said of the others. */
class RedisTlsServerCertificateTest extends RedisTlsFixture {
  @Test
  void ca_ofSeveral_trustsEach() {
    proxy.show(OTHER.issue(HOST));
    File ca = file("ca.pem", "Acme's:\n" + AUTHORITY.pem() + "\nand another\n" + OTHER.pem());
    assertWorks(TlsOptions.ofJvm().withCa(ca));
  }

  @Test
  void server_ofUnknownAuthority_isRefused() {
    assertThat(failure(TlsOptions.ofJvm()))
        .isEqualTo(
            "the server's certificate is from an authority that is not trusted, \"CN=Acme\";"
                + " trusted are those of the JVM; write tls-ca");
    proxy.show(OTHER.issue(HOST));
    assertThat(failure(trusting()))
        .isEqualTo(
            "the server's certificate is from an authority that is not trusted, \"CN=Other\";"
                + " trusted are those of tls-ca, "
                + folder.resolve("ca.pem"));
  }

  @Test
  void server_withCertificateOutOfDate_isRefused() {
    proxy.show(AUTHORITY.issueExpired(HOST));
    assertThat(failure(trusting()))
        .matches("the server's certificate has expired on [0-9-]+T[0-9:]+Z");
    proxy.show(AUTHORITY.issueForTomorrow(HOST));
    assertThat(failure(trusting()))
        .matches(
            "the server's certificate is not valid before [0-9-]+T[0-9:]+Z; is this machine's clock"
                + " right\\?");
  }

  @Test
  void server_withCertificateRenewed_isUsedAgain() {
    proxy.show(AUTHORITY.issueExpired(HOST));
    try (RedisStore store = start(trusting())) {
      assertThat(tryAcquire(store, claim("renewed", 1))).isInstanceOf(StoreException.class);
      proxy.show(AUTHORITY.issue(HOST));
      await().until(() -> isAllowed(store, claim("renewed", 1)));
    }
    assertThat(log.lines().get(0)).contains("has expired on");
  }

  @Test
  void server_withCertificateOfAnotherHost_isRefusedUnlessNotVerified() {
    proxy.show(AUTHORITY.issue("redis.example.org", "10.0.0.1"));
    assertThat(failure(trusting()))
        .isEqualTo(
            "the server's certificate is for redis.example.org, 10.0.0.1, not for 127.0.0.1; write"
                + " one of its names into uri, or tls-verify-hostname = false");
    assertWorks(trusting().withHostnameVerified(false));
    // and nothing else is let go with it
    proxy.show(OTHER.issue("redis.example.org"));
    assertThat(failure(trusting().withHostnameVerified(false))).contains("not trusted");
  }

  @Test
  void ca_replaced_isReadAgain() {
    Path ca = folder.resolve("ca.pem");
    write(ca, OTHER.pem());
    try (RedisStore store = start(TlsOptions.ofJvm().withCa(ca.toFile()))) {
      assertThat(tryAcquire(store, claim("ca", 1))).isInstanceOf(StoreException.class);
      write(ca, AUTHORITY.pem());
      await().until(() -> isAllowed(store, claim("ca", 1)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                    | is empty
          hello                                 | is not PEM: it has no -----BEGIN ...----- with an end
          -----BEGIN CERTIFICATE-----           | is not PEM: it has no -----BEGIN ...----- with an end
          -----BEGIN A-----AAAA-----END A-----  | holds no certificate (-----BEGIN CERTIFICATE-----)
          -----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE----- | has a certificate that cannot be read, number 1
          """)
  void ca_thatIsNone_isRefused(String content, String problem) {
    File ca = file("ca.pem", content);
    assertThat(failure(TlsOptions.ofJvm().withCa(ca))).isEqualTo(fault("tls-ca", ca, problem));
  }

  @Test
  void ca_binary_isRefusedWithTheCommandThatConverts() throws IOException {
    Path ca = folder.resolve("ca.der");
    Files.write(ca, Base64.getMimeDecoder().decode(AUTHORITY.pem().replaceAll("-----.*-----", "")));
    assertThat(failure(TlsOptions.ofJvm().withCa(ca.toFile())))
        .startsWith(
            fault("tls-ca", ca.toFile(), "is not PEM but binary; convert a certificate with"))
        .contains("openssl x509 -inform der -in " + ca);
  }

  @Test
  void ca_missing_isSaidAndUsedWhenItIsThere() {
    Path ca = folder.resolve("later.pem");
    try (RedisStore store = start(TlsOptions.ofJvm().withCa(ca.toFile()))) {
      assertThat(tryAcquire(store, claim("later", 1))).isInstanceOf(StoreException.class);
      assertThat(store.lastConnectionFailure())
          .endsWith(fault("tls-ca", ca.toFile(), "does not exist"));
      write(ca, AUTHORITY.pem());
      await().until(() -> isAllowed(store, claim("later", 1)));
    }
  }
}
