package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Log;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * A Redis Cluster: sends each call to the master that has the slot of its keys, and follows where
 * the cluster sends it.
 *
 * <p>Only answers that prove that nothing ran are followed by another attempt, until the deadline.
 */
final class Cluster implements Servers {
  private static final int REDIRECTIONS_WITHOUT_PAUSE = 2;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final String keyPrefix;
  private final long deadlineNanos;
  private final ClusterNodes nodes;
  private final PendingRefunds pendingRefunds = new PendingRefunds();

  Cluster(RedisOptions options, AgentThreads agentThreads, Log log) {
    this.keyPrefix = options.keyPrefix();
    this.deadlineNanos = options.deadline().toNanos();
    this.nodes = new ClusterNodes(options, agentThreads, log);
  }

  @Override
  public void start() {
    nodes.start();
  }

  @Override
  public Decision acquire(List<Claim> claims, long deadline) throws RedisFailure {
    List<List<Claim>> parts = parts(claims);
    return parts.size() == 1
        ? acquirePart(claims, deadline)
        : new AcquireInParts(this, claims, parts).acquire(deadline);
  }

  /** Acquires claims whose keys share a slot. */
  Decision acquirePart(List<Claim> part, long deadline) throws RedisFailure {
    return run(part, false, deadline);
  }

  @Override
  public void refund(List<Claim> claims, long deadline) throws RedisFailure {
    RedisFailure failure = null;
    for (List<Claim> part : parts(claims)) {
      try {
        refundPart(part, deadline);
      } catch (RedisFailure e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void refundEach(List<Claim> claims, long deadline) throws RedisFailure {
    Map<HostPort, List<Claim>> byOwner = new LinkedHashMap<>();
    RedisFailure failure = null;
    for (Claim claim : claims) {
      try {
        byOwner.computeIfAbsent(nodes.owner(slot(claim)), owner -> new ArrayList<>()).add(claim);
      } catch (RedisFailure e) {
        failure = e;
      }
    }
    for (Map.Entry<HostPort, List<Claim>> owned : byOwner.entrySet()) {
      try {
        Server owner = nodes.server(owned.getKey(), deadline);
        for (Request refund : owner.tryRefunds(owned.getValue(), deadline)) {
          RedisFailure missed = follow(refund, deadline);
          failure = missed == null ? failure : missed;
        }
      } catch (RedisFailure e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Sends a refund that a node does not take to where it says; answers why it failed, or null. */
  private @Nullable RedisFailure follow(Request refund, long deadline) {
    try {
      refund.result();
      return null;
    } catch (RedisFailure e) {
      if (!isOfTheMap(e)) {
        return e;
      }
    }
    try {
      refundPart(refund.claims, deadline);
      return null;
    } catch (RedisFailure e) {
      return e;
    }
  }

  /** Whether another node has the keys, or soon will: nothing has run. */
  private static boolean isOfTheMap(RedisFailure failure) {
    ServerError error = failure.error();
    return error == ServerError.MOVED || error == ServerError.ASK || error == ServerError.TRYAGAIN;
  }

  private void refundPart(List<Claim> part, long deadline) throws RedisFailure {
    run(part, true, deadline);
  }

  /** Gives permits back, on another thread, in a while of its own. */
  void refundLater(List<Claim> claims) {
    for (Claim claim : claims) {
      if (pendingRefunds.add(claim)) {
        nodes.later(this::refundNext);
      }
    }
  }

  private void refundNext() throws RedisFailure {
    Claim claim = pendingRefunds.next();
    if (claim == null) {
      return;
    }
    if (claim.turnMicros() > 0) {
      refundPart(Collections.singletonList(claim), System.nanoTime() + deadlineNanos);
      return;
    }
    // one refund gives back a full bucket at most, and a debt may be larger than that
    for (long left = claim.permits(); left > 0; left -= claim.spec().capacity()) {
      long permits = Math.min(left, claim.spec().capacity());
      Claim part = new Claim(claim.limit(), claim.key(), claim.spec(), permits, 0);
      refundPart(Collections.singletonList(part), System.nanoTime() + deadlineNanos);
    }
  }

  /** The claims by slot, in the order of the slots, so that no two callers hold each other up. */
  private List<List<Claim>> parts(List<Claim> claims) {
    if (claims.size() == 1) {
      return Collections.singletonList(claims);
    }
    Map<Integer, List<Claim>> bySlot = new TreeMap<>();
    for (Claim claim : claims) {
      bySlot.computeIfAbsent(slot(claim), slot -> new ArrayList<>(claims.size())).add(claim);
    }
    return bySlot.size() == 1
        ? Collections.singletonList(claims)
        : new ArrayList<>(bySlot.values());
  }

  private int slot(Claim claim) {
    return JedisClusterCRC16.getSlot((keyPrefix + claim.key()).getBytes(StandardCharsets.UTF_8));
  }

  private Decision run(List<Claim> part, boolean refund, long deadline) throws RedisFailure {
    int slot = slot(part.get(0));
    HostPort target = nodes.owner(slot);
    boolean asking = false;
    RedisFailure last = null;
    for (int attempt = 0; ; attempt++) {
      RedisFailure failure;
      try {
        return nodes.server(target, deadline).run(part, refund, asking, deadline);
      } catch (RedisFailure e) {
        failure = e;
      }
      if (last != null && failure.stage() == RedisFailure.Stage.NO_FREE_CONNECTION) {
        // what has used up the time says more than that there is none left
        throw last;
      }
      last = failure;
      HostPort redirection = redirection(failure, target);
      if (failure.error() == ServerError.MOVED && redirection != null) {
        nodes.moved(slot, redirection);
        target = redirection;
        asking = false;
      } else if (failure.error() == ServerError.ASK && redirection != null) {
        target = redirection;
        asking = true;
      } else if (failure.error() == ServerError.TRYAGAIN) {
        target = nodes.owner(slot);
        asking = false;
      } else {
        if (!failure.isOfTheCallOnly()) {
          nodes.refresh();
        }
        throw failure;
      }
      if (attempt >= REDIRECTIONS_WITHOUT_PAUSE || failure.error() == ServerError.TRYAGAIN) {
        pause();
      }
      if (System.nanoTime() - deadline >= 0) {
        throw failure;
      }
    }
  }

  /** Where {@code MOVED 3999 127.0.0.1:6381} sends the call. */
  private static @Nullable HostPort redirection(RedisFailure failure, HostPort from) {
    String[] words = failure.text().split(" ", -1);
    if (failure.error() == null || words.length < 3) {
      return null;
    }
    int colon = words[2].lastIndexOf(':');
    try {
      String host = words[2].substring(0, Math.max(0, colon));
      // a node that does not know its own address leaves the host out
      return new HostPort(
          host.isEmpty() ? from.host() : host, Integer.parseInt(words[2].substring(colon + 1)));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** An interrupt must not turn the pauses into a storm of attempts; it is kept. */
  private static void pause() {
    boolean interrupted = Thread.interrupted();
    LockSupport.parkNanos(PAUSE_NANOS);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isTried() {
    return nodes.isTried();
  }

  @Override
  public void awaitFirstAttempt(long untilNanos) {
    nodes.awaitFirstAttempt(untilNanos);
  }

  @Override
  public boolean awaitFirstConnection(long untilNanos) {
    return nodes.awaitFirstConnection(untilNanos);
  }

  @Override
  public @Nullable String lastFailure() {
    return nodes.lastFailure();
  }

  @Override
  public void close() {
    nodes.close();
  }
}
