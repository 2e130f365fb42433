package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.limit.StoreException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  private static final long NOT_SET = Long.MIN_VALUE;

  private final RedisOptions options;
  private final String address;
  private final String keyPrefix;
  private final long deadlineNanos;
  private final long firstCallWaitNanos;
  private final ConnectionPool pool;
  private final ExchangeThreads threads;
  private final ConnectionOpener opener;
  private final AtomicLong firstCallEndNanos = new AtomicLong(NOT_SET);

  private RedisStore(RedisOptions options, AgentThreads agentThreads, Log log) {
    this.options = options;
    this.address = options.address();
    this.keyPrefix = options.keyPrefix();
    this.deadlineNanos = options.deadline().toNanos();
    this.firstCallWaitNanos = options.firstCallWait().toNanos();
    this.pool = new ConnectionPool(address, options.connections());
    this.threads = new ExchangeThreads(agentThreads);
    this.opener = new ConnectionOpener(options, pool, threads, agentThreads, log);
  }

  /**
   * A store that begins to connect, on a thread of its own. Does not block.
   *
   * @param agentThreads in which the store's threads count as the agent's
   */
  public static RedisStore start(RedisOptions options, AgentThreads agentThreads, Log log) {
    RedisStore store = new RedisStore(options, agentThreads, log);
    store.opener.start();
    return store;
  }

  @Override
  public Decision acquire(List<Claim> claims) throws StoreException {
    int never = Claim.firstThatNeverFits(claims);
    if (never >= 0) {
      return Decision.never(never);
    }
    return run(claims, ScriptCall.acquire(keyPrefix, claims)).decision(0);
  }

  @Override
  public void refund(List<Claim> claims) throws StoreException {
    run(claims, ScriptCall.refund(keyPrefix, claims));
  }

  /**
   * Waits until the first connection is open, through failed attempts too.
   *
   * @return whether one has been opened
   */
  public boolean awaitFirstConnection(Duration atMost) {
    return pool.awaitFirstConnection(System.nanoTime() + atMost.toNanos());
  }

  /** Why the last attempt to connect failed, for an operator and without secrets, or null. */
  public @Nullable String lastConnectionFailure() {
    String failure = pool.lastFailure();
    return failure == null ? null : "Redis at " + address + ": " + failure;
  }

  /** Ends the connections and the threads. Calls from now on fail. */
  @Override
  public void close() {
    pool.close();
    opener.stop();
    threads.stop();
  }

  private ScriptReply run(List<Claim> claims, ScriptCall call) throws StoreException {
    long deadline = enter();
    RedisConnection connection = pool.take(deadline, deadlineNanos);
    Object reply =
        ExchangeThreads.areNeeded()
            ? threads.call(() -> exchange(connection, claims, call, deadline), deadline)
            : exchange(connection, claims, call, deadline);
    try {
      return ScriptReply.of(reply);
    } catch (IllegalArgumentException e) {
      throw fault(claims, "its reply is none of the script's");
    }
  }

  /** The deadline of a call that begins now, after the wait that the first calls may have. */
  private long enter() {
    if (!pool.isTried()) {
      firstCallEndNanos.compareAndSet(NOT_SET, System.nanoTime() + firstCallWaitNanos);
      pool.awaitFirstAttempt(firstCallEndNanos.get());
    }
    return System.nanoTime() + deadlineNanos;
  }

  private Object exchange(
      RedisConnection connection, List<Claim> claims, ScriptCall call, long deadline)
      throws StoreException {
    boolean usable = false;
    boolean disconnected = false;
    String reason = "no answer in time";
    try {
      Object reply = connection.run(call, deadline);
      usable = true;
      return reply;
    } catch (RedisFailure e) {
      usable = e.isConnectionUsable();
      disconnected = e.isDisconnected();
      ServerError error = e.error();
      reason = error == null ? String.valueOf(e.getMessage()) : "it " + error.meaning();
      throw storeException(claims, e);
    } finally {
      if (usable) {
        pool.giveBack(connection);
      } else {
        pool.discard(connection, reason, disconnected);
      }
    }
  }

  private StoreException storeException(List<Claim> claims, RedisFailure failure) {
    ServerError error = failure.error();
    if (error == null) {
      String what =
          failure.isDisconnected()
              ? "connection to Redis at " + address + " lost"
              : "no answer of Redis at "
                  + address
                  + " within "
                  + TimeUnit.NANOSECONDS.toMillis(deadlineNanos)
                  + " ms";
      return new StoreException(Kind.UNAVAILABLE, what, null);
    }
    if (error.kind() == Kind.UNAVAILABLE) {
      String what = "Redis at " + address + " " + error.meaning() + " (" + error + ")";
      return new StoreException(Kind.UNAVAILABLE, what, null);
    }
    return fault(claims, "it " + describe(error, claims, String.valueOf(failure.getMessage())));
  }

  private String describe(ServerError error, List<Claim> claims, String message) {
    if (error != ServerError.OTHER) {
      return error.meaning() + " (" + error + ")";
    }
    for (Claim claim : claims) {
      if (message.contains(claim.key())) {
        return error.meaning();
      }
    }
    return error.meaning() + ": " + options.withoutSecrets(message);
  }

  private StoreException fault(List<Claim> claims, String what) {
    StringBuilder limits = new StringBuilder();
    for (Claim claim : claims) {
      limits.append(limits.length() == 0 ? "limit " : ", ");
      limits.append(claim.limit().name()).append(" (key ").append(claim.limit().key().source());
      limits.append(')');
    }
    return new StoreException(
        Kind.FAULT, "Redis at " + address + " fails for " + limits + ": " + what, null);
  }
}
