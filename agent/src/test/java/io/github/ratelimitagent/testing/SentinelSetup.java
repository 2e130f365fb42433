package io.github.ratelimitagent.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A master with replicas, and three sentinels that watch them, of which two must agree.
 *
 * <p>Any of the servers can be killed, paused and restarted; all end with {@link #close()}.
 */
public final class SentinelSetup implements AutoCloseable {
  /** The name under which the sentinels know the master. */
  public static final String MASTER_NAME = "mymaster";

  private final ServerGroup group;
  private final List<RedisProcess> servers;
  private final List<RedisProcess> sentinels;

  SentinelSetup(ServerGroup group, List<RedisProcess> servers, List<RedisProcess> sentinels) {
    this.group = group;
    this.servers = List.copyOf(servers);
    this.sentinels = List.copyOf(sentinels);
  }

  /** With one replica and no passwords. */
  public static SentinelSetup start() {
    return builder().start();
  }

  public static SentinelBuilder builder() {
    return new SentinelBuilder();
  }

  public List<RedisProcess> sentinels() {
    return sentinels;
  }

  /** The sentinels' addresses as a list in a configuration, with commas between. */
  public String sentinelAddresses() {
    return sentinels.stream().map(RedisProcess::address).collect(Collectors.joining(","));
  }

  /** The first master and its replicas, in the order in which they were started. */
  public List<RedisProcess> servers() {
    return servers;
  }

  /** The master, as the first sentinel says that answers. */
  public RedisProcess master() {
    int port = masterPorts().stream().findFirst().orElse(0);
    return servers.stream()
        .filter(server -> server.port() == port)
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException("no sentinel names a master"));
  }

  /** The servers that are not the master. */
  public List<RedisProcess> replicas() {
    RedisProcess master = master();
    return servers.stream().filter(server -> server != master).toList();
  }

  /**
   * Has the sentinels promote a replica while the master runs, and waits until all agree.
   *
   * @return the new master; the old one becomes its replica a little later
   */
  public RedisProcess failover() {
    RedisProcess old = master();
    group.await(
        "a sentinel that starts a failover",
        () -> {
          try (Jedis sentinel = sentinels.get(0).connect()) {
            return sentinel.sentinelFailover(MASTER_NAME).equals("OK");
          }
        });
    return awaitNewMaster(old);
  }

  /** Waits until all sentinels that answer name a master other than {@code old}, and it is one. */
  public RedisProcess awaitNewMaster(RedisProcess old) {
    group.await(
        "a new master",
        () ->
            masterPorts().stream().distinct().count() == 1
                && master() != old
                && role(master()).equals("master"));
    return master();
  }

  /** Waits until a former master serves as a replica. */
  public void awaitReplica(RedisProcess server) {
    group.await(server.address() + " as a replica", () -> role(server).equals("slave"));
  }

  @Override
  public void close() {
    group.close();
  }

  /** The master's port as each sentinel says that answers. */
  private List<Integer> masterPorts() {
    List<Integer> ports = new ArrayList<>();
    for (RedisProcess sentinel : sentinels) {
      try (Jedis jedis = sentinel.connect()) {
        ports.add(Integer.valueOf(jedis.sentinelGetMasterAddrByName(MASTER_NAME).get(1)));
      } catch (JedisConnectionException e) {
        // the test has killed or paused it
      }
    }
    return ports;
  }

  private static String role(RedisProcess server) {
    try (Jedis jedis = server.connect()) {
      return String.valueOf(jedis.role().get(0));
    }
  }
}
