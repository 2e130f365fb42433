package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.Authority;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.TlsTerminator;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A Redis behind a proxy that speaks TLS, and the files of its client. */
abstract class RedisTlsFixture {
  static final String HOST = "127.0.0.1";
  static final Authority AUTHORITY = Authority.named("Acme");
  static final Authority OTHER = Authority.named("Other");
  static RedisProcess server;

  @TempDir Path folder;
  final RecordedLog log = new RecordedLog();
  final TlsTerminator proxy = TlsTerminator.to(server.port(), AUTHORITY.issue(HOST));

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

  TlsOptions trusting() {
    return TlsOptions.ofJvm().withCa(file("ca.pem", AUTHORITY.pem()));
  }

  File file(String name, String content) {
    return write(folder.resolve(name), content);
  }

  static File write(Path file, String content) {
    try {
      Files.writeString(file, content);
      return file.toFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String fault(String setting, File file, String problem) {
    return "the file of " + setting + ", " + file + ", " + problem;
  }

  RedisStore start(TlsOptions tls) {
    return Stores.start(Stores.patient(proxy.uri()).tls(tls), log);
  }

  void assertWorks(TlsOptions tls) {
    try (RedisStore store = start(tls)) {
      assertThat(tryAcquire(store, claim("works", 1_000))).asString().startsWith("allowed");
    }
  }

  String failure(TlsOptions tls) {
    return failure(proxy.uri(), tls);
  }

  /** Why there is no connection, without the server's name. */
  String failure(String uri, TlsOptions tls) {
    return failure(Stores.patient(uri).tls(tls));
  }

  String failure(RedisOptions.Builder options) {
    try (RedisStore store = Stores.start(options, log)) {
      assertThat(tryAcquire(store, claim("failing", 1))).isInstanceOf(StoreException.class);
      return String.valueOf(store.lastConnectionFailure()).replaceFirst("^Redis at [0-9.:]+: ", "");
    }
  }
}
