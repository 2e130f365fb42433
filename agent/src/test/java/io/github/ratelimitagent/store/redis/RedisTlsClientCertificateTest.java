package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.Identity;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates and keys that the client shows. */
class RedisTlsClientCertificateTest extends RedisTlsFixture {
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void clientCertificate_wanted_isAskedForOfTheOperator(String version) {
    proxy.speak(version);
    proxy.wantClientsOf(AUTHORITY);
    assertThat(failure(trusting()))
        .matches("it wants a client certificate \\([a-z_ ]+\\); write tls-certificate and tls-key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void clientCertificate_shown_isUsed(String version) {
    proxy.speak(version);
    proxy.wantClientsOf(AUTHORITY);
    assertWorks(showing(AUTHORITY.issue("client")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void clientCertificate_notAccepted_isSaid(String version) {
    proxy.speak(version);
    proxy.wantClientsOf(AUTHORITY);
    assertThat(failure(showing(OTHER.issue("client"))))
        .matches("it does not accept the client certificate of tls-certificate \\([a-z_ ]+\\)");
  }

  @Test
  void clientCertificate_replaced_isReadAgain() {
    proxy.wantClientsOf(AUTHORITY);
    try (RedisStore store = start(showing(AUTHORITY.issueExpired("client")))) {
      assertThat(tryAcquire(store, claim("client", 1))).isInstanceOf(StoreException.class);
      showing(AUTHORITY.issue("client"));
      await().until(() -> isAllowed(store, claim("client", 1)));
    }
  }

  @Test
  void clientKey_encrypted_isUsedWithItsPassword() {
    proxy.wantClientsOf(AUTHORITY);
    Identity client = AUTHORITY.issue("client");
    File both = file("both.pem", client.encryptedKeyPem("pa55word") + client.certificatesPem());
    assertWorks(trusting().withCertificate(both, both, "pa55word"));
    assertThat(failure(trusting().withCertificate(both, both, null)))
        .isEqualTo(fault("tls-key", both, "is encrypted: write tls-key-password too"));
    assertThat(failure(trusting().withCertificate(both, both, "wr0ng")))
        .startsWith(fault("tls-key", both, "cannot be decrypted: tls-key-password is not its"))
        .doesNotContain("wr0ng");
  }

  @Test
  void clientKey_ofAnotherCertificate_isRefused() {
    File certificate = file("client.pem", AUTHORITY.issue("client").certificatesPem());
    File key = file("client.key", AUTHORITY.issue("client").keyPem());
    assertThat(failure(trusting().withCertificate(certificate, key, null)))
        .isEqualTo(
            fault(
                "tls-key",
                key,
                "does not belong to the first certificate of tls-certificate, " + certificate));
  }

  @Test
  void clientKey_ofAnotherFormat_isRefusedWithTheCommandThatConverts() {
    File certificate = file("client.pem", AUTHORITY.issue("client").certificatesPem());
    File key =
        file("client.key", AUTHORITY.issue("client").keyPem().replace("PRIVATE", "EC PRIVATE"));
    assertThat(failure(trusting().withCertificate(certificate, key, null)))
        .isEqualTo(
            fault(
                "tls-key",
                key,
                "is not PKCS#8 but EC PRIVATE KEY; convert it with openssl pkcs8 -topk8 -nodes -in "
                    + key
                    + " -out new.pem"));
    assertThat(failure(trusting().withCertificate(certificate, certificate, null)))
        .isEqualTo(
            fault("tls-key", certificate, "holds no private key (-----BEGIN PRIVATE KEY-----)"));
  }

  private TlsOptions showing(Identity client) {
    return trusting()
        .withCertificate(
            file("client.pem", client.certificatesPem()),
            file("client.key", client.keyPem()),
            null);
  }
}
