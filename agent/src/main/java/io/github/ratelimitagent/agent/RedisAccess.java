package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.config.LoginSettings;
import io.github.ratelimitagent.config.RedisSettings;
import io.github.ratelimitagent.config.TlsSettings;
import io.github.ratelimitagent.store.redis.RedisOptions;
import io.github.ratelimitagent.store.redis.TlsOptions;
import java.io.File;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What the settings say of Redis, as the store takes it. */
final class RedisAccess {
  private RedisAccess() {}

  static RedisOptions options(RedisSettings redis) {
    RedisOptions.Builder options =
        RedisOptions.builder(redis.uri())
            .keyPrefix(redis.keyPrefix())
            .deadline(micros(redis.deadlineMicros()))
            .firstCallWait(micros(redis.firstCallWaitMicros()))
            .connectTimeout(Duration.ofMillis(redis.connectTimeoutMillis()))
            .connections(redis.connections());
    String clientName = redis.clientName();
    if (clientName != null) {
      options.clientName(clientName);
    }
    LoginSettings login = redis.login();
    if (login != null) {
      File file = login.passwordFile();
      if (file == null) {
        options.login(login.user(), login.password());
      } else {
        options.login(login.user(), file);
      }
    }
    LoginSettings sentinelLogin = redis.sentinelLogin();
    if (sentinelLogin != null) {
      File file = sentinelLogin.passwordFile();
      if (file == null) {
        options.sentinelLogin(sentinelLogin.user(), sentinelLogin.password());
      } else {
        options.sentinelLogin(sentinelLogin.user(), file);
      }
    }
    return options.tls(tls(redis.tls())).build();
  }

  private static TlsOptions tls(@Nullable TlsSettings settings) {
    TlsOptions options = TlsOptions.ofJvm();
    if (settings == null) {
      return options;
    }
    File ca = settings.ca();
    File certificate = settings.certificate();
    File key = settings.key();
    if (ca != null) {
      options = options.withCa(ca);
    }
    if (certificate != null && key != null) {
      options = options.withCertificate(certificate, key, settings.keyPassword());
    }
    return options.withHostnameVerified(settings.verifyHostname());
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
