package io.github.ratelimitagent.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * Asks nodes for the map of their cluster, first the one that answered last. For one thread, but
 * for {@link #close()}.
 */
final class ClusterSurvey {
  /** One node that hangs must not keep the others from being asked. */
  private static final long MOST_PER_NODE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final byte[] SLOTS = "SLOTS".getBytes(StandardCharsets.US_ASCII);

  private final RedisOptions options;
  private volatile @Nullable DeadlineSocket socket;
  private volatile boolean closed;
  private @Nullable RedisLink link;
  private @Nullable HostPort linked;

  ClusterSurvey(RedisOptions options) {
    this.options = options;
  }

  /**
   * Asks one node after the other until one answers.
   *
   * @param known the nodes of the last map; the configured ones are asked after them
   */
  ClusterMap ask(List<HostPort> known, long deadlineNanos) throws RedisFailure {
    List<HostPort> nodes = new ArrayList<>(known);
    Collections.shuffle(nodes);
    nodes.removeAll(options.nodes());
    nodes.addAll(options.nodes());
    HostPort last = linked;
    if (last != null) {
      nodes.remove(last);
      nodes.add(0, last);
    }
    String failures = "";
    for (HostPort node : nodes) {
      if (closed) {
        break;
      }
      try {
        ClusterMap map = ClusterMap.of(ask(node, deadlineNanos), node);
        if (!map.masters().isEmpty()) {
          return map;
        }
        failures += "; " + node + " knows no slots";
      } catch (RedisFailure e) {
        failures += "; " + node + ": " + e.reason();
      } catch (IllegalArgumentException e) {
        failures += "; " + node + ": " + e.getMessage();
      }
      disconnect();
    }
    throw RedisFailure.disconnected("no node tells the cluster's slots" + failures);
  }

  private Object ask(HostPort node, long deadlineNanos) throws RedisFailure {
    long now = System.nanoTime();
    long until = now + Math.min(deadlineNanos - now, MOST_PER_NODE_NANOS);
    RedisLink asked = link;
    if (asked == null) {
      DeadlineSocket opening = new DeadlineSocket();
      socket = opening;
      if (closed) {
        opening.close();
      }
      asked = RedisLink.open(options, options.login(), 0, node, opening, until);
      link = asked;
      linked = node;
    }
    asked.endReadsAt(until);
    String fault = ServerCheck.kindFault(asked.hello(), RedisKind.CLUSTER);
    if (fault != null) {
      throw RedisFailure.disconnected(fault);
    }
    return asked.command(Command.CLUSTER, SLOTS);
  }

  private void disconnect() {
    RedisLink asked = link;
    if (asked != null) {
      asked.close();
    }
    link = null;
    linked = null;
  }

  void close() {
    closed = true;
    DeadlineSocket open = socket;
    if (open != null) {
      open.close();
    }
  }
}
