package io.github.ratelimitagent.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which master of a cluster has which slot, as one of the nodes told it. Immutable. */
final class ClusterMap {
  static final int SLOTS = 16_384;

  private final @Nullable HostPort[] owners;
  private final Set<HostPort> nodes;

  private ClusterMap(@Nullable HostPort[] owners, Set<HostPort> nodes) {
    this.owners = owners;
    this.nodes = nodes;
  }

  /** Before anything is known. */
  static ClusterMap empty() {
    return new ClusterMap(new HostPort[SLOTS], new LinkedHashSet<>());
  }

  /**
   * Takes the reply of {@code CLUSTER SLOTS}.
   *
   * @param asked the node that replied, which may leave its own host out
   * @throws IllegalArgumentException when it is no such reply
   */
  static ClusterMap of(Object reply, HostPort asked) {
    HostPort[] owners = new HostPort[SLOTS];
    Set<HostPort> nodes = new LinkedHashSet<>();
    for (Object range : list(reply, 0)) {
      List<?> parts = list(range, 3);
      int first = slot(parts.get(0));
      int last = slot(parts.get(1));
      for (int i = 2; i < parts.size(); i++) {
        HostPort node = node(list(parts.get(i), 2), asked);
        nodes.add(node);
        if (i == 2) {
          Arrays.fill(owners, first, last + 1, node);
        }
      }
    }
    return new ClusterMap(owners, nodes);
  }

  /** The same, but for one slot. */
  ClusterMap with(int slot, HostPort owner) {
    HostPort[] changed = owners.clone();
    changed[slot] = owner;
    return new ClusterMap(changed, nodes);
  }

  /** The master that has the slot, or null when none is known. */
  @Nullable HostPort owner(int slot) {
    return owners[slot];
  }

  /** Every master that has a slot. */
  Set<HostPort> masters() {
    Set<HostPort> masters = new LinkedHashSet<>();
    HostPort last = null;
    for (HostPort owner : owners) {
      if (owner != null && owner != last) {
        masters.add(owner);
        last = owner;
      }
    }
    return masters;
  }

  /** Masters and replicas, which all can be asked for the map. */
  List<HostPort> nodes() {
    return new ArrayList<>(nodes);
  }

  private static HostPort node(List<?> parts, HostPort asked) {
    Object host = parts.get(0);
    String name = host instanceof byte[] ? new String((byte[]) host, StandardCharsets.UTF_8) : "";
    return new HostPort(
        name.isEmpty() || name.equals("?") ? asked.host() : name, integer(parts.get(1)));
  }

  private static int slot(Object number) {
    int slot = integer(number);
    if (slot < 0 || slot >= SLOTS) {
      throw new IllegalArgumentException("no slot: " + slot);
    }
    return slot;
  }

  private static int integer(Object number) {
    if (!(number instanceof Long)) {
      throw new IllegalArgumentException("not a number");
    }
    return Math.toIntExact((Long) number);
  }

  private static List<?> list(Object reply, int least) {
    if (!(reply instanceof List) || ((List<?>) reply).size() < least) {
      throw new IllegalArgumentException("not a list of slots");
    }
    return (List<?>) reply;
  }
}
