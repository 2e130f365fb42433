package io.github.ratelimitagent.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import redis.clients.jedis.Protocol.Command;

/**
 * Asks nodes for the map of their cluster, first the one that answered last. For one thread, but
 * for {@link #close()}.
 */
final class ClusterSurvey {
  private static final byte[] SLOTS = "SLOTS".getBytes(StandardCharsets.US_ASCII);

  private final RedisOptions options;
  private final Inquiry inquiry;

  ClusterSurvey(RedisOptions options) {
    this.options = options;
    this.inquiry = new Inquiry(options, options.login());
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
    HostPort last = inquiry.server();
    if (last != null) {
      nodes.remove(last);
      nodes.add(0, last);
    }
    String failures = "";
    for (HostPort node : nodes) {
      if (inquiry.isClosed()) {
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
      inquiry.disconnect();
    }
    throw RedisFailure.disconnected("no node tells the cluster's slots" + failures);
  }

  private Object ask(HostPort node, long deadlineNanos) throws RedisFailure {
    RedisLink asked = inquiry.to(node, deadlineNanos);
    String fault = ServerCheck.kindFault(asked.hello(), RedisKind.CLUSTER);
    if (fault != null) {
      throw RedisFailure.disconnected(fault);
    }
    return asked.command(Command.CLUSTER, SLOTS);
  }

  void close() {
    inquiry.close();
  }
}
