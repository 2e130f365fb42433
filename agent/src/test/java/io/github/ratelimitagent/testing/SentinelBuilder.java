package io.github.ratelimitagent.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.Jedis;

/** What a {@link SentinelSetup} has besides one replica and no passwords. */
public final class SentinelBuilder {
  private static final int SENTINELS = 3;

  private final ServerGroup group = new ServerGroup();
  private final List<String> options = new ArrayList<>();
  private int replicas = 1;
  private Login login = Login.NONE;
  private Login sentinelLogin = Login.NONE;
  private Duration downAfter = Duration.ofSeconds(1);

  SentinelBuilder() {}

  public SentinelBuilder replicas(int count) {
    replicas = count;
    return this;
  }

  /** Of the master and its replicas; the sentinels ask for none. */
  public SentinelBuilder password(String password) {
    login = Login.password(password);
    return this;
  }

  /** The only user of the master and its replicas, who may do everything. */
  public SentinelBuilder user(String name, String password) {
    login = new Login(name, password);
    return this;
  }

  /** Of the sentinels. */
  public SentinelBuilder sentinelPassword(String password) {
    sentinelLogin = Login.password(password);
    return this;
  }

  /** How long a server may be silent before a sentinel takes it to be down. */
  public SentinelBuilder downAfter(Duration silence) {
    downAfter = silence;
    return this;
  }

  /** More options of the master and its replicas, as on the command line of redis-server. */
  public SentinelBuilder options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** Starts all and waits until a failover is possible. */
  public SentinelSetup start() {
    try {
      List<RedisProcess> servers = startServers();
      List<RedisProcess> sentinels = startSentinels(servers.get(0));
      return new SentinelSetup(group, servers, sentinels);
    } catch (RuntimeException | Error e) {
      group.close();
      throw e;
    }
  }

  private List<RedisProcess> startServers() {
    List<RedisProcess> servers = new ArrayList<>();
    options.addAll(List.of("--repl-diskless-sync-delay", "0"));
    RedisProcess master = startServer();
    servers.add(master);
    options.addAll(List.of("--replicaof", "127.0.0.1", String.valueOf(master.port())));
    for (int i = 0; i < replicas; i++) {
      servers.add(startServer());
    }
    // a sentinel that sees a replica without its master looks at it again only after 10 s
    group.await("replicas in touch with the master", () -> replicasOf(master) == replicas);
    return servers;
  }

  private RedisProcess startServer() {
    return group.start(RedisCommand.server(RedisBinary.find(), options, login));
  }

  private static long replicasOf(RedisProcess master) {
    try (Jedis jedis = master.connect()) {
      String info = jedis.info("replication");
      return info.lines().filter(line -> line.contains("state=online")).count();
    }
  }

  private List<RedisProcess> startSentinels(RedisProcess master) {
    List<RedisProcess> sentinels = new ArrayList<>();
    for (int i = 0; i < SENTINELS; i++) {
      sentinels.add(
          group.start(
              RedisCommand.sentinel(RedisBinary.find(), config(master.port()), sentinelLogin)));
    }
    introduce(sentinels, master);
    group.await(
        "sentinels that know each other", () -> sentinels.stream().allMatch(this::knowsAll));
    return sentinels;
  }

  private List<String> config(int masterPort) {
    String name = SentinelSetup.MASTER_NAME;
    List<String> config = new ArrayList<>();
    config.add("sentinel monitor %s 127.0.0.1 %d 2".formatted(name, masterPort));
    config.add("sentinel down-after-milliseconds %s %d".formatted(name, downAfter.toMillis()));
    config.add("sentinel failover-timeout %s 3000".formatted(name));
    if (!login.user().isEmpty()) {
      config.add("sentinel auth-user %s %s".formatted(name, login.user()));
    }
    if (!login.password().isEmpty()) {
      config.add("sentinel auth-pass %s %s".formatted(name, login.password()));
    }
    if (!sentinelLogin.password().isEmpty()) {
      config.add("requirepass " + sentinelLogin.password());
      config.add("sentinel sentinel-pass " + sentinelLogin.password());
    }
    return config;
  }

  /** Gives each sentinel the greetings of the others, which send them only every 2 s. */
  private static void introduce(List<RedisProcess> sentinels, RedisProcess master) {
    for (RedisProcess sentinel : sentinels) {
      String id;
      try (Jedis jedis = sentinel.connect()) {
        id = jedis.sentinelMyId();
      }
      String greeting =
          "127.0.0.1,%d,%s,0,%s,127.0.0.1,%d,0"
              .formatted(sentinel.port(), id, SentinelSetup.MASTER_NAME, master.port());
      for (RedisProcess other : sentinels) {
        if (other != sentinel) {
          try (Jedis jedis = other.connect()) {
            jedis.publish("__sentinel__:hello", greeting);
          }
        }
      }
    }
  }

  private boolean knowsAll(RedisProcess sentinel) {
    try (Jedis jedis = sentinel.connect()) {
      String name = SentinelSetup.MASTER_NAME;
      List<Map<String, String>> others = jedis.sentinelSentinels(name);
      List<Map<String, String>> known = jedis.sentinelReplicas(name);
      return jedis.sentinelMaster(name).get("flags").equals("master")
          && others.size() == SENTINELS - 1
          && others.stream().allMatch(other -> other.get("flags").equals("sentinel"))
          && known.size() == replicas
          && known.stream().allMatch(replica -> "ok".equals(replica.get("master-link-status")));
    }
  }
}
