package io.github.ratelimitagent.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;

/** What a {@link ClusterSetup} has besides three masters without passwords. */
public final class ClusterBuilder {
  private static final int MASTERS = 3;
  private static final int SLOTS = 16_384;

  private final ServerGroup group = new ServerGroup();
  private final List<String> options = new ArrayList<>();
  private boolean replicas;
  private Login login = Login.NONE;
  private IntUnaryOperator announced = port -> port;
  private Duration nodeTimeout = Duration.ofSeconds(1);

  ClusterBuilder() {}

  /** One for each master. */
  public ClusterBuilder replicas() {
    replicas = true;
    return this;
  }

  public ClusterBuilder password(String password) {
    login = Login.password(password);
    return this;
  }

  /** The only user, who may do everything. */
  public ClusterBuilder user(String name, String password) {
    login = new Login(name, password);
    return this;
  }

  /** How long a node may be silent before the others take it to be down. */
  public ClusterBuilder nodeTimeout(Duration silence) {
    nodeTimeout = silence;
    return this;
  }

  /**
   * Has the cluster send clients to another port of this machine than the one a node listens on,
   * such as that of a proxy; a replica goes there for its master, too.
   *
   * @param toAnnounced given the port a node will listen on
   */
  public ClusterBuilder announce(IntUnaryOperator toAnnounced) {
    announced = toAnnounced;
    return this;
  }

  /** More options of each node, as on the command line of redis-server. */
  public ClusterBuilder options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** Starts the nodes and waits until all would serve all slots. */
  public ClusterSetup start() {
    try {
      List<ClusterNode> masters = startNodes(MASTERS);
      List<ClusterNode> seconds = startNodes(replicas ? MASTERS : 0);
      List<ClusterNode> all = new ArrayList<>(masters);
      all.addAll(seconds);
      shareSlots(masters);
      join(all);
      for (int i = 0; i < seconds.size(); i++) {
        String master = masters.get(i).id();
        seconds.get(i).ask(node -> node.clusterReplicate(master));
      }
      group.await(
          "nodes that serve all slots",
          () ->
              all.stream().allMatch(node -> node.ask(jedis -> isReady(jedis, all.size())))
                  && seconds.stream().allMatch(node -> node.ask(ClusterNode::isInTouch)));
      return new ClusterSetup(group, login, masters, seconds);
    } catch (RuntimeException | Error e) {
      group.close();
      throw e;
    }
  }

  private List<ClusterNode> startNodes(int count) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"));
    all.addAll(List.of("--cluster-node-timeout", String.valueOf(nodeTimeout.toMillis())));
    // a replica is not shown to clients before the first ping of its master
    all.addAll(List.of("--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1"));
    RedisCommand command =
        RedisCommand.server(RedisBinary.find(), all, login).withPortOptions(this::announcement);
    List<ClusterNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(ClusterNode.of(group.start(command)));
    }
    return nodes;
  }

  private List<String> announcement(int port) {
    String announcedPort = String.valueOf(announced.applyAsInt(port));
    String bus = String.valueOf(port + FreePort.TO_CLUSTER_BUS);
    return List.of("--cluster-announce-port", announcedPort, "--cluster-announce-bus-port", bus);
  }

  private static void shareSlots(List<ClusterNode> masters) {
    for (int i = 0; i < MASTERS; i++) {
      int[] slots = IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS).toArray();
      masters.get(i).ask(node -> node.clusterAddSlots(slots));
    }
  }

  /** Has every node meet every other: they would hear of each other, but later. */
  private void join(List<ClusterNode> nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      int epoch = i + 1;
      // else all begin with epoch 0 and settle one by one which is the newest
      nodes.get(i).ask(node -> node.clusterSetConfigEpoch(epoch));
      for (ClusterNode other : nodes.subList(0, i)) {
        nodes.get(i).ask(node -> node.clusterMeet("127.0.0.1", other.server().port()));
      }
    }
    group.await(
        "nodes that know each other",
        () ->
            nodes.stream()
                .allMatch(
                    node ->
                        nodes.stream()
                            .allMatch(
                                other -> node.ask(Jedis::clusterNodes).contains(other.id()))));
  }

  private boolean isReady(Jedis node, int count) {
    return ClusterNode.isServing(node, count) && ClusterView.of(node).nodes().size() == count;
  }
}
