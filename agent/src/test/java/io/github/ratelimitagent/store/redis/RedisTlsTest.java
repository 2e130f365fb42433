package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.Authority;
import io.github.ratelimitagent.testing.FaultProxy;
import io.github.ratelimitagent.testing.Identity;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.TlsTerminator;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol.Command;

class RedisTlsTest {
  private static final String HOST = "127.0.0.1";
  private static final Authority AUTHORITY = Authority.named("Acme");
  private static final Authority OTHER = Authority.named("Other");
  private static RedisProcess server;

  @TempDir Path folder;
  private final RecordedLog log = new RecordedLog();
  private final TlsTerminator proxy = TlsTerminator.to(server.port(), AUTHORITY.issue(HOST));

  @BeforeAll
  static void start() {
    server = RedisProcess.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void closeProxy() {
    proxy.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void acquire_throughTls_isAnswered(String version) {
    proxy.speak(version);
    try (RedisStore store = start(trusting())) {
      assertThat(isAllowed(store, claim(version, 1))).isTrue();
      assertThat(isAllowed(store, claim(version, 1))).isFalse();
    }
  }

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

  @Test
  void server_withoutTls_isSaid() {
    String uri = server.uri().replace("redis:", "rediss:");
    assertThat(failure(Stores.quick(uri).tls(trusting())))
        .matches("(it answers without TLS|no TLS handshake in time|it ends the connection).*");
  }

  @Test
  void server_withTlsWhereNoneIsWanted_isSaid() {
    assertThat(failure(proxy.uri().replace("rediss:", "redis:"), trusting()))
        .isEqualTo("it answers with TLS; write rediss instead of redis in uri");
  }

  /** So does Redis on its port for TLS. */
  @Test
  void server_thatHearsNoTlsAndHangsUp_isSaid() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread hangingUp =
          new Thread(
              () -> {
                while (!listener.isClosed()) {
                  try (Socket client = listener.accept()) {
                    client.getInputStream().read();
                  } catch (IOException e) {
                    // the listener is closed, or the client has gone first
                  }
                }
              });
      hangingUp.setDaemon(true);
      hangingUp.start();
      assertThat(failure("redis://127.0.0.1:" + listener.getLocalPort(), trusting()))
          .isEqualTo(
              "it ends the connection without an answer; if it is a port for TLS, write rediss"
                  + " instead of redis in uri");
    }
  }

  @Test
  void server_thatHangsInTheHandshake_isGivenUpInTime() {
    try (FaultProxy hanging = FaultProxy.to(proxy.port())) {
      hanging.blackHole();
      assertThat(failure(Stores.quick("rediss://127.0.0.1:" + hanging.port()).tls(trusting())))
          .startsWith("no TLS handshake in time");
      hanging.trickle(Duration.ofMillis(20));
      assertThat(failure(Stores.quick("rediss://127.0.0.1:" + hanging.port()).tls(trusting())))
          .startsWith("no TLS handshake in time");
    }
  }

  @Test
  void server_thatHangsInAnAcquire_isGivenUpInTime() {
    try (FaultProxy hanging = FaultProxy.to(proxy.port());
        RedisStore store =
            Stores.start(
                Stores.quick("rediss://127.0.0.1:" + hanging.port()).tls(trusting()), log)) {
      assertThat(isAllowed(store, claim("hanging", 2))).isTrue();
      hanging.trickle(Duration.ofMillis(20));
      assertThat(tryAcquire(store, claim("hanging", 2)))
          .isInstanceOf(StoreException.class)
          .asString()
          .contains("no answer");
      hanging.pass();
      await().until(() -> isAllowed(store, claim("after", 1000)));
    }
  }

  @Test
  void idleConnection_onWhichOnlyTlsSaysSomething_isQuiet() throws RedisFailure {
    RedisOptions options = Stores.patient(proxy.uri()).tls(trusting()).build();
    DeadlineSocket socket = new DeadlineSocket();
    long deadline = System.nanoTime() + Stores.PATIENT.toNanos();
    RedisLink link = RedisLink.open(options, options.login(), 0, node(), socket, deadline);
    assertThat(link.isQuiet()).isTrue();
    proxy.updateKeys();
    await().until(() -> !socket.isQuiet());
    assertThat(link.isQuiet()).isTrue();
    assertThat(socket.isQuiet()).isTrue();
    link.endReadsAt(deadline);
    assertThat(link.command(Command.HELLO)).isNotNull();
    proxy.cut();
    await().until(() -> !link.isQuiet());
    link.close();
  }

  private HostPort node() {
    return new HostPort(HOST, proxy.port());
  }

  private TlsOptions trusting() {
    return TlsOptions.ofJvm().withCa(file("ca.pem", AUTHORITY.pem()));
  }

  private TlsOptions showing(Identity client) {
    return trusting()
        .withCertificate(
            file("client.pem", client.certificatesPem()),
            file("client.key", client.keyPem()),
            null);
  }

  private File file(String name, String content) {
    return write(folder.resolve(name), content);
  }

  private static File write(Path file, String content) {
    try {
      Files.writeString(file, content);
      return file.toFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fault(String setting, File file, String problem) {
    return "the file of " + setting + ", " + file + ", " + problem;
  }

  private RedisStore start(TlsOptions tls) {
    return Stores.start(Stores.patient(proxy.uri()).tls(tls), log);
  }

  private void assertWorks(TlsOptions tls) {
    try (RedisStore store = start(tls)) {
      assertThat(tryAcquire(store, claim("works", 1_000))).asString().startsWith("allowed");
    }
  }

  private String failure(TlsOptions tls) {
    return failure(proxy.uri(), tls);
  }

  /** Why there is no connection, without the server's name. */
  private String failure(String uri, TlsOptions tls) {
    return failure(Stores.patient(uri).tls(tls));
  }

  private String failure(RedisOptions.Builder options) {
    try (RedisStore store = Stores.start(options, log)) {
      assertThat(tryAcquire(store, claim("failing", 1))).isInstanceOf(StoreException.class);
      return String.valueOf(store.lastConnectionFailure()).replaceFirst("^Redis at [0-9.:]+: ", "");
    }
  }
}
