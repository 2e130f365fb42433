package io.github.ratelimitagent.testing;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;

/** Who serves which slots, as one node says: {@code CLUSTER SLOTS}. */
@SuppressWarnings("deprecation") // CLUSTER SHARDS, which replaces it, is not in 6.2
record ClusterView(List<Range> ranges) {
  /** Slots with their master, which is the first of {@code nodes}, and its replicas. */
  record Range(long first, long last, List<Node> nodes) {}

  /** A node at the port that it announces. */
  record Node(String id, long port) {}

  static ClusterView of(Jedis node) {
    return new ClusterView(node.clusterSlots().stream().map(ClusterView::range).toList());
  }

  String ownerOf(int slot) {
    return ranges.stream()
        .filter(range -> range.first() <= slot && slot <= range.last())
        .map(range -> range.nodes().get(0).id())
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException("nobody serves slot " + slot));
  }

  Set<String> owners() {
    return ranges.stream().map(range -> range.nodes().get(0).id()).collect(Collectors.toSet());
  }

  boolean isReplica(String id) {
    return !owners().contains(id) && nodes().stream().anyMatch(node -> node.id().equals(id));
  }

  Set<Node> nodes() {
    return ranges.stream().flatMap(range -> range.nodes().stream()).collect(Collectors.toSet());
  }

  private static Range range(Object reply) {
    List<?> range = (List<?>) reply;
    List<Node> nodes = range.stream().skip(2).map(ClusterView::node).toList();
    return new Range((Long) range.get(0), (Long) range.get(1), nodes);
  }

  private static Node node(Object reply) {
    List<?> node = (List<?>) reply;
    return new Node(
        new String((byte[]) node.get(2), StandardCharsets.US_ASCII), (Long) node.get(1));
  }
}
