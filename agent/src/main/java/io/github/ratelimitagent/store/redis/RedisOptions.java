package io.github.ratelimitagent.store.redis;

import java.io.File;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis is and how it is used. Immutable. No text that it makes holds the user or the
 * password.
 */
public final class RedisOptions {
  /** How long a call may take when nothing else is said. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMillis(50);

  private final RedisUri uri;
  private final Login login;
  private final Login sentinelLogin;
  private final @Nullable Tls tls;
  private final String keyPrefix;
  private final Duration deadline;
  private final Duration firstCallWait;
  private final Duration connectTimeout;
  private final int connections;
  private final String clientName;

  private RedisOptions(Builder builder) {
    this.uri = builder.uri;
    this.login = builder.login;
    this.sentinelLogin = builder.sentinelLogin;
    this.tls = uri.tls ? new Tls(builder.tls) : null;
    this.keyPrefix = builder.keyPrefix;
    this.deadline = builder.deadline;
    this.firstCallWait = builder.firstCallWait;
    this.connectTimeout = builder.connectTimeout;
    this.connections = builder.connections;
    this.clientName = builder.clientName;
  }

  /**
   * Options for the Redis at an address, user and password percent-encoded:
   *
   * <pre>
   * redis://[[user]:password@]host[:port][/database]
   * redis+sentinel://[[user]:password@]sentinel[:port][,sentinel[:port]...]/master[/database]
   * redis+cluster://[[user]:password@]node[:port][,node[:port]...]
   * </pre>
   *
   * with {@code rediss} for TLS.
   *
   * @throws IllegalArgumentException with what is wrong, without the credentials
   */
  public static Builder builder(String uri) {
    return new Builder(uri);
  }

  RedisKind kind() {
    return uri.kind;
  }

  /** The server, the sentinels, or the nodes to ask first. */
  List<HostPort> nodes() {
    return uri.nodes;
  }

  /** What the sentinels call the master. */
  String master() {
    return String.valueOf(uri.master);
  }

  int database() {
    return uri.database;
  }

  /** For the servers with the data. */
  Login login() {
    return login;
  }

  /** For the sentinels. */
  Login sentinelLogin() {
    return sentinelLogin;
  }

  /** For servers and sentinels alike; null for none. */
  @Nullable Tls tls() {
    return tls;
  }

  String keyPrefix() {
    return keyPrefix;
  }

  Duration deadline() {
    return deadline;
  }

  Duration firstCallWait() {
    return firstCallWait;
  }

  Duration connectTimeout() {
    return connectTimeout;
  }

  int connections() {
    return connections;
  }

  String clientName() {
    return clientName;
  }

  /** Where Redis is, as messages name it. */
  public String address() {
    StringBuilder text = new StringBuilder();
    if (uri.kind == RedisKind.SENTINEL) {
      text.append(uri.master).append(" of sentinels ");
    }
    for (HostPort node : uri.nodes) {
      text.append(text.length() == 0 || text.charAt(text.length() - 1) == ' ' ? "" : ",")
          .append(node);
    }
    return text.toString();
  }

  /** What the server says, unless it quotes a user or a password: then its first word. */
  String withoutSecrets(String message) {
    return login.isQuotedIn(message) || sentinelLogin.isQuotedIn(message)
        ? message.split(" ", 2)[0]
        : message;
  }

  @Override
  public String toString() {
    return uri.kind + " " + address() + (uri.database == 0 ? "" : "/" + uri.database);
  }

  /** Collects options. Not safe for use by several threads. */
  public static final class Builder {
    private final RedisUri uri;
    private Login login;
    private Login sentinelLogin = Login.of(null, null);
    private TlsOptions tls = TlsOptions.ofJvm();
    private String keyPrefix = "ratelimit:";
    private Duration deadline = DEFAULT_DEADLINE;
    private Duration firstCallWait = Duration.ofSeconds(2);
    private Duration connectTimeout = Duration.ofSeconds(1);
    private int connections = 2;
    private String clientName = "ratelimit-agent";

    private Builder(String uri) {
      this.uri = RedisUri.parse(uri);
      this.login = Login.of(this.uri.user, this.uri.password);
    }

    /** In place of what the address says; null for none. */
    public Builder login(@Nullable String user, @Nullable String password) {
      this.login = Login.of(user, password);
      return this;
    }

    /** In place of what the address says; the file is read for each new connection. */
    public Builder login(@Nullable String user, File passwordFile) {
      this.login = Login.fromFile(user, passwordFile);
      return this;
    }

    /** For the sentinels, which know no user or password by default. */
    public Builder sentinelLogin(@Nullable String user, @Nullable String password) {
      this.sentinelLogin = Login.of(user, password);
      return this;
    }

    /** For the sentinels; the file is read for each new connection. */
    public Builder sentinelLogin(@Nullable String user, File passwordFile) {
      this.sentinelLogin = Login.fromFile(user, passwordFile);
      return this;
    }

    /** For an address that begins with {@code rediss}; else without effect. */
    public Builder tls(TlsOptions options) {
      this.tls = options;
      return this;
    }

    /** What stands before every key; {@code ratelimit:} by default. */
    public Builder keyPrefix(String prefix) {
      this.keyPrefix = prefix;
      return this;
    }

    /** How long one acquire may take in all; 50 ms by default. */
    public Builder deadline(Duration total) {
      this.deadline = positive(total, "deadline");
      return this;
    }

    /** How long the first calls may wait until a connection is there or has failed; 2 s. */
    public Builder firstCallWait(Duration wait) {
      if (wait.isNegative()) {
        throw new IllegalArgumentException("first-call-wait is negative");
      }
      this.firstCallWait = wait;
      return this;
    }

    /** How long opening one connection may take, script included; 1 s by default. */
    public Builder connectTimeout(Duration timeout) {
      this.connectTimeout = positive(timeout, "connect timeout");
      return this;
    }

    /** The most connections, and so of batches on their way; 2 by default. */
    public Builder connections(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("at least one connection is needed, not " + most);
      }
      this.connections = most;
      return this;
    }

    /** The connections' name in {@code CLIENT LIST}, without spaces; {@code ratelimit-agent}. */
    public Builder clientName(String name) {
      if (!name.matches("[!-~]+")) {
        throw new IllegalArgumentException("a client name has no spaces, and only ASCII");
      }
      this.clientName = name;
      return this;
    }

    public RedisOptions build() {
      return new RedisOptions(this);
    }

    private static Duration positive(Duration duration, String name) {
      if (duration.isNegative() || duration.isZero()) {
        throw new IllegalArgumentException(name + " must be more than 0");
      }
      return duration;
    }
  }
}
