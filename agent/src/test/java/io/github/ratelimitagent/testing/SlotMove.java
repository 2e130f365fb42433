package io.github.ratelimitagent.testing;

import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;

/**
 * A slot on its way from one master to another: it is served by the one, which asks clients for
 * keys that have moved to go to the other.
 */
public final class SlotMove {
  private static final int TIMEOUT_MILLIS = 5000;
  private static final int BATCH = 100;

  private final ClusterSetup cluster;
  private final int slot;
  private final Login login;
  private final ClusterNode from;
  private final ClusterNode to;

  SlotMove(ClusterSetup cluster, int slot, Login login, ClusterNode from, ClusterNode to) {
    this.cluster = cluster;
    this.slot = slot;
    this.login = login;
    this.from = from;
    this.to = to;
    to.ask(node -> node.clusterSetSlotImporting(slot, from.id()));
    from.ask(node -> node.clusterSetSlotMigrating(slot, to.id()));
  }

  public RedisProcess from() {
    return from.server();
  }

  public RedisProcess to() {
    return to.server();
  }

  /** Moves these keys; those that do not exist are left out. */
  public void migrate(String... keys) {
    MigrateParams params = new MigrateParams();
    if (!login.user().isEmpty()) {
      params.auth2(login.user(), login.password());
    } else if (!login.password().isEmpty()) {
      params.auth(login.password());
    }
    from.ask(node -> node.migrate("127.0.0.1", to.server().port(), TIMEOUT_MILLIS, params, keys));
  }

  /** Moves the keys that are left, gives the slot to its new master, and waits until all know. */
  public void finish() {
    for (List<String> keys = keysLeft(); !keys.isEmpty(); keys = keysLeft()) {
      migrate(keys.toArray(new String[0]));
    }
    // first the new master: if only the old one knew, nobody would serve the slot
    to.ask(this::giveToNew);
    from.ask(this::giveToNew);
    cluster.awaitOwner(slot, to);
  }

  /** Leaves the slot where it was; keys that have moved are lost. */
  public void cancel() {
    from.ask(node -> node.clusterSetSlotStable(slot));
    to.ask(node -> node.clusterSetSlotStable(slot));
  }

  private List<String> keysLeft() {
    return from.ask(node -> node.clusterGetKeysInSlot(slot, BATCH));
  }

  private String giveToNew(Jedis node) {
    return node.clusterSetSlotNode(slot, to.id());
  }
}
