package io.github.ratelimitagent.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every field that a configuration can have, with its default: the one table of them. */
enum Key {
  ENABLED(Scope.ALL, "enabled", "true", "true", "false"),
  MODE(Scope.ALL, "mode", "enforce", "enforce", "observe"),
  LOG_LEVEL(Scope.ALL, "log-level", "warn", "warn", "info"),
  SUMMARY_INTERVAL(Scope.ALL, "summary-interval", "1m"),
  REDIS(Scope.ALL, "redis", null),
  LIMITS(Scope.ALL, "limits", null),

  URI(Scope.REDIS, "uri", null),
  USER(Scope.REDIS, "user", null),
  PASSWORD(Scope.REDIS, "password", null),
  PASSWORD_FILE(Scope.REDIS, "password-file", null),
  SENTINEL_USER(Scope.REDIS, "sentinel-user", null),
  SENTINEL_PASSWORD(Scope.REDIS, "sentinel-password", null),
  SENTINEL_PASSWORD_FILE(Scope.REDIS, "sentinel-password-file", null),
  TLS_CA(Scope.REDIS, "tls-ca", null),
  TLS_CERTIFICATE(Scope.REDIS, "tls-certificate", null),
  TLS_KEY(Scope.REDIS, "tls-key", null),
  TLS_KEY_PASSWORD(Scope.REDIS, "tls-key-password", null),
  TLS_VERIFY_HOSTNAME(Scope.REDIS, "tls-verify-hostname", "true", "true", "false"),
  KEY_PREFIX(Scope.REDIS, "key-prefix", "ratelimit:"),
  DEADLINE(Scope.REDIS, "deadline", "50ms"),
  FIRST_CALL_WAIT(Scope.REDIS, "first-call-wait", "2s"),
  CONNECT_TIMEOUT(Scope.REDIS, "connect-timeout", "2s"),
  CONNECTIONS(Scope.REDIS, "connections", "2"),
  CLIENT_NAME(Scope.REDIS, "client-name", null),
  ON_REDIS_FAILURE(Scope.REDIS, "on-redis-failure", "allow", "allow", "deny", "in-process"),
  EXPECTED_PROCESSES(Scope.REDIS, "expected-processes", null),

  METHOD(Scope.LIMIT, "method", null),
  EXCLUDE(Scope.LIMIT, "exclude", null),
  KEY(Scope.LIMIT, "key", null),
  CAPACITY(Scope.LIMIT, "capacity", null),
  REFILL(Scope.LIMIT, "refill", null),
  PERMITS(Scope.LIMIT, "permits", "1"),
  WHEN(Scope.LIMIT, "when", null),
  WHEN_EMPTY(Scope.LIMIT, "when-empty", "throw", "throw", "block"),
  MAX_WAIT(Scope.LIMIT, "max-wait", null),
  EXCEPTION(Scope.LIMIT, "exception", null),
  STACK_TRACE(Scope.LIMIT, "stack-trace", "true", "true", "false"),
  LEASE(Scope.LIMIT, "lease", null),
  NESTED(Scope.LIMIT, "nested", "once", "once", "each"),
  LIMIT_ON_REDIS_FAILURE(Scope.LIMIT, "on-redis-failure", null, "allow", "deny", "in-process"),
  LIMIT_ENABLED(Scope.LIMIT, "enabled", "true", "true", "false"),
  LIMIT_MODE(Scope.LIMIT, "mode", null, "enforce", "observe");

  /** The object that a field belongs to. */
  enum Scope {
    ALL("ratelimit"),
    REDIS("ratelimit.redis"),
    LIMIT("ratelimit.limits.<name>");

    private final String path;

    Scope(String path) {
      this.path = path;
    }

    List<String> fields() {
      List<String> names = new ArrayList<>();
      for (Key key : Key.values()) {
        if (key.scope == this) {
          names.add(key.field);
        }
      }
      return names;
    }
  }

  private final Scope scope;
  private final String field;
  private final @Nullable String defaultText;
  private final List<String> choices;

  Key(Scope scope, String field, @Nullable String defaultText, String... choices) {
    this.scope = scope;
    this.field = field;
    this.defaultText = defaultText;
    this.choices = Collections.unmodifiableList(Arrays.asList(choices));
  }

  Scope scope() {
    return scope;
  }

  /** The last part of the path. */
  String field() {
    return field;
  }

  /** The whole path, with {@code <name>} for the name of a limit. */
  String path() {
    return scope.path + "." + field;
  }

  /** As it would be written; null when there is none or it comes from elsewhere. */
  @Nullable String defaultText() {
    return defaultText;
  }

  /** The words to choose from; empty when it is no choice. */
  List<String> choices() {
    return choices;
  }
}
