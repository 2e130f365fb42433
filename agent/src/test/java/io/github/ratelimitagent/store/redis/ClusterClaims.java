package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.testing.ClusterSetup;
import io.github.ratelimitagent.testing.RedisProcess;
import java.util.stream.Collectors;

/** How tests address a cluster. */
final class ClusterClaims {
  private ClusterClaims() {}

  /** The addresses of all nodes, without credentials. */
  static String uri(ClusterSetup cluster) {
    return cluster.nodes().stream()
        .map(RedisProcess::address)
        .collect(Collectors.joining(",", "redis+cluster://", ""));
  }
}
