package io.github.ratelimitagent.testing;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;

/** Who may use a server: everyone, those with its password, or one ACL user. */
record Login(String user, String password) {
  static final Login NONE = new Login("", "");

  private static final int TIMEOUT_MILLIS = 2000;

  static Login password(String password) {
    return new Login("", password);
  }

  /** The options that make a server ask for this login, and use it towards its master. */
  List<String> serverOptions() {
    List<String> options = new ArrayList<>();
    if (!user.isEmpty()) {
      options.addAll(List.of("--user", "default", "off"));
      options.addAll(List.of("--user", user, "on", ">" + password, "~*", "&*", "+@all"));
      options.addAll(List.of("--masteruser", user, "--masterauth", password));
    } else if (!password.isEmpty()) {
      options.addAll(List.of("--requirepass", password, "--masterauth", password));
    }
    return options;
  }

  Jedis connect(int port) {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(TIMEOUT_MILLIS)
            .socketTimeoutMillis(TIMEOUT_MILLIS);
    if (!user.isEmpty()) {
      config.user(user);
    }
    if (!password.isEmpty()) {
      config.password(password);
    }
    return new Jedis("127.0.0.1", port, config.build());
  }

  @Override
  public String toString() {
    return user.isEmpty() ? "Login" : "Login of " + user;
  }
}
