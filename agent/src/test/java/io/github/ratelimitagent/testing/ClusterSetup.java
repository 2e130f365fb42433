package io.github.ratelimitagent.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A Redis Cluster of three masters, with a replica each if wanted.
 *
 * <p>Any of the nodes can be killed, paused and restarted; all end with {@link #close()}.
 */
public final class ClusterSetup implements AutoCloseable {
  private final ServerGroup group;
  private final Login login;
  private final List<ClusterNode> first;
  private final List<ClusterNode> second;
  private final List<ClusterNode> all = new ArrayList<>();

  ClusterSetup(
      ServerGroup group, Login login, List<ClusterNode> masters, List<ClusterNode> replicas) {
    this.group = group;
    this.login = login;
    this.first = List.copyOf(masters);
    this.second = List.copyOf(replicas);
    all.addAll(masters);
    all.addAll(replicas);
  }

  /** Three masters without replicas and passwords. */
  public static ClusterSetup start() {
    return builder().start();
  }

  public static ClusterBuilder builder() {
    return new ClusterBuilder();
  }

  /** The first masters, then their replicas in the same order. */
  public List<RedisProcess> nodes() {
    return all.stream().map(ClusterNode::server).toList();
  }

  /** The master that serves {@code slot}, as the first node says that answers. */
  public RedisProcess master(int slot) {
    return owner(slot).server();
  }

  /** As {@link #master(int)}, for the slot of {@code key}. */
  public RedisProcess master(String key) {
    return master(SlotKeys.slotOf(key));
  }

  /** The other node with the same slots: the replica of a master, the master of a replica. */
  public RedisProcess partner(RedisProcess node) {
    return partner(node(node)).server();
  }

  /** Moves a slot with its keys, and waits until all nodes know. */
  public void moveSlot(int slot, RedisProcess to) {
    beginMove(slot, to).finish();
  }

  /** Makes a slot ready to be moved, with no key moved yet. */
  public SlotMove beginMove(int slot, RedisProcess to) {
    return new SlotMove(this, slot, login, owner(slot), node(to));
  }

  /** Has the replica take over from its running master, and waits until all nodes know. */
  public RedisProcess failover(RedisProcess master) {
    ClusterNode old = node(master);
    ClusterNode replica = partner(old);
    // else the attempt is given up after 5 s
    group.await(
        "a replica in touch with its master",
        () ->
            replica.ask(ClusterNode::isInTouch)
                && old.ask(ClusterNode::hasReplica)
                && allSay(view -> view.isReplica(replica.id())));
    replica.ask(node -> node.clusterFailover());
    return awaitPromotion(master);
  }

  /** Waits until all nodes that answer know that the partner of {@code old} is the master. */
  public RedisProcess awaitPromotion(RedisProcess old) {
    ClusterNode former = node(old);
    ClusterNode promoted = partner(former);
    group.await(
        promoted.server().address() + " as a master",
        () ->
            allSay(
                view ->
                    view.owners().contains(promoted.id()) && !view.owners().contains(former.id())));
    awaitServing();
    return promoted.server();
  }

  /** Waits until all nodes that answer would serve all slots. */
  public void awaitServing() {
    group.await(
        "nodes that serve all slots",
        () ->
            all.stream()
                .flatMap(node -> node.askIfUp(up -> ClusterNode.isServing(up, all.size())).stream())
                .allMatch(Boolean::booleanValue));
  }

  /** Waits until all nodes that answer refuse to serve, as slots have no master. */
  public void awaitDown() {
    group.await(
        "nodes that are down",
        () ->
            all.stream()
                .flatMap(node -> node.askIfUp(up -> up.clusterInfo()).stream())
                .allMatch(info -> info.contains("cluster_state:fail")));
  }

  @Override
  public void close() {
    group.close();
  }

  void awaitOwner(int slot, ClusterNode owner) {
    group.await(
        "nodes that know the new master of slot " + slot,
        () -> allSay(view -> view.ownerOf(slot).equals(owner.id())));
  }

  private boolean allSay(Predicate<ClusterView> wanted) {
    return all.stream().flatMap(node -> node.askIfUp(ClusterView::of).stream()).allMatch(wanted);
  }

  private ClusterNode owner(int slot) {
    String id =
        all.stream()
            .map(node -> node.askIfUp(ClusterView::of))
            .flatMap(Optional::stream)
            .findFirst()
            .map(view -> view.ownerOf(slot))
            .orElseThrow(() -> new NoSuchElementException("no node answers"));
    return find(node -> node.id().equals(id), id);
  }

  private ClusterNode node(RedisProcess server) {
    return find(node -> node.server() == server, server.address());
  }

  private ClusterNode find(Predicate<ClusterNode> wanted, String name) {
    return all.stream()
        .filter(wanted)
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException(name + " is not in the cluster"));
  }

  private ClusterNode partner(ClusterNode node) {
    if (second.isEmpty()) {
      throw new IllegalStateException("the cluster was started without replicas");
    }
    int index = first.indexOf(node);
    return index >= 0 ? second.get(index) : first.get(second.indexOf(node));
  }
}
