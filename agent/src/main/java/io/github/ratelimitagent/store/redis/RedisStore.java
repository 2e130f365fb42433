package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.StackProbe;
import io.github.ratelimitagent.limit.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Buckets in one Redis, for all processes that use it: one script call for each acquire.
 *
 * <p>A call blocks until the deadline at most, of which everything is a part: the wait for a
 * connection, the request, the reply. Only the first calls of the process may wait longer, until
 * the first attempt to connect has ended. An interrupt neither ends a call nor is it lost.
 *
 * <p>A call is sent once. It is sent again only when the server proves that it ran nothing, lest
 * the permits be taken twice.
 */
public final class RedisStore implements BucketStore {
  /** What an exchange with the server needs; an overflow in one would lose a connection. */
  private static final int STACK_FRAMES = 200;

  private static final long NOT_SET = Long.MIN_VALUE;

  private final String address;
  private final long deadlineNanos;
  private final long firstCallWaitNanos;
  private final Servers servers;
  private final FailureText failures;
  private final AtomicLong firstCallEndNanos = new AtomicLong(NOT_SET);
  private final AtomicBoolean connecting = new AtomicBoolean();

  /**
   * A store that does not connect before {@link #connect()}. Does not block.
   *
   * @param agentThreads in which the store's threads count as the agent's
   */
  public RedisStore(RedisOptions options, AgentThreads agentThreads, Log log) {
    this.address = options.address();
    this.deadlineNanos = options.deadline().toNanos();
    this.firstCallWaitNanos = options.firstCallWait().toNanos();
    this.servers = servers(options, agentThreads, log);
    this.failures = new FailureText(options);
  }

  private static Servers servers(RedisOptions options, AgentThreads agentThreads, Log log) {
    switch (options.kind()) {
      case CLUSTER:
        return new Cluster(options, agentThreads, log);
      case SENTINEL:
        return new Server(
            options.address(), new SentinelMaster(options), options, agentThreads, log);
      default:
        HostPort address = options.nodes().get(0);
        return new Server(
            address.toString(), AddressSource.fixed(address), options, agentThreads, log);
    }
  }

  /**
   * A store that begins to connect, on a thread of its own. Does not block.
   *
   * @param agentThreads in which the store's threads count as the agent's
   */
  public static RedisStore start(RedisOptions options, AgentThreads agentThreads, Log log) {
    RedisStore store = new RedisStore(options, agentThreads, log);
    store.connect();
    return store;
  }

  /**
   * Begins to connect, on a thread that was made with the store; once, however often it is called.
   * Calls before it wait as the first ones do. Does not block.
   */
  public void connect() {
    if (connecting.compareAndSet(false, true)) {
      servers.start();
    }
  }

  @Override
  public Decision acquire(List<Claim> claims) throws StoreException {
    return acquire(claims, 0);
  }

  @Override
  public Decision acquire(List<Claim> claims, long spentNanos) throws StoreException {
    int never = Claim.firstThatNeverFits(claims);
    if (never >= 0) {
      return Decision.never(never);
    }
    try {
      return servers.acquire(claims, enter() - spentNanos);
    } catch (RedisFailure e) {
      throw failures.of(e, claims);
    }
  }

  @Override
  public void refund(List<Claim> claims) throws StoreException {
    try {
      servers.refund(claims, enter());
    } catch (RedisFailure e) {
      throw failures.of(e, claims);
    }
  }

  @Override
  public void refundEach(List<Claim> claims) throws StoreException {
    try {
      servers.refundEach(claims, enter());
    } catch (RedisFailure e) {
      throw failures.of(e, claims);
    }
  }

  /**
   * Waits until the first connection is open, through failed attempts too.
   *
   * @return whether one has been opened
   */
  public boolean awaitFirstConnection(Duration atMost) {
    return servers.awaitFirstConnection(System.nanoTime() + atMost.toNanos());
  }

  /** Why the last attempt to connect failed, for an operator and without secrets, or null. */
  public @Nullable String lastConnectionFailure() {
    String failure = servers.lastFailure();
    return failure == null ? null : "Redis at " + address + ": " + failure;
  }

  /** Ends the connections and the threads. Calls from now on fail. */
  @Override
  public void close() {
    servers.close();
  }

  /**
   * The deadline of a call that begins now, on a stack that is deep enough, after the wait that the
   * first calls may have.
   */
  private long enter() {
    StackProbe.touch(STACK_FRAMES);
    if (!servers.isTried()) {
      firstCallEndNanos.compareAndSet(NOT_SET, System.nanoTime() + firstCallWaitNanos);
      servers.awaitFirstAttempt(firstCallEndNanos.get());
    }
    return System.nanoTime() + deadlineNanos;
  }
}
