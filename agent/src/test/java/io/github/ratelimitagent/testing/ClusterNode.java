package io.github.ratelimitagent.testing;

import java.util.Optional;
import java.util.function.Function;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A server of a cluster, with the id under which the others know it. */
record ClusterNode(RedisProcess server, String id) {
  static ClusterNode of(RedisProcess server) {
    try (Jedis jedis = server.connect()) {
      return new ClusterNode(server, jedis.clusterMyId());
    }
  }

  <T> T ask(Function<Jedis, T> question) {
    try (Jedis jedis = server.connect()) {
      return question.apply(jedis);
    }
  }

  /** As {@link #ask}, of a node that the test may have killed or paused. */
  <T> Optional<T> askIfUp(Function<Jedis, T> question) {
    try {
      return server.isAlive() ? Optional.of(ask(question)) : Optional.empty();
    } catch (JedisConnectionException e) {
      return Optional.empty();
    }
  }

  /** Whether this node knows {@code count} nodes, and would serve all slots. */
  static boolean isServing(Jedis node, int count) {
    String info = node.clusterInfo();
    return info.contains("cluster_state:ok")
        && info.contains("cluster_slots_ok:16384")
        && info.contains("cluster_known_nodes:" + count + "\r");
  }

  /** Whether this node is a replica that follows its master. */
  static boolean isInTouch(Jedis node) {
    return node.info("replication").contains("master_link_status:up");
  }

  static boolean hasReplica(Jedis node) {
    return node.info("replication").contains("state=online");
  }
}
