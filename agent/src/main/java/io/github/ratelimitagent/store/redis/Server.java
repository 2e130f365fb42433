package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Log;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server with buckets: its connections, the thread that opens them, and the breaker that keeps
 * calls away from it while it fails.
 */
final class Server implements Servers {
  private final String keyPrefix;
  private final long deadlineNanos;
  private final ConnectionPool pool;
  private final ExchangeThreads threads;
  private final Breaker breaker;
  private final ConnectionOpener opener;

  /**
   * A server that nothing is asked of yet.
   *
   * @param name as messages name it
   * @param source where it is
   */
  Server(
      String name, AddressSource source, RedisOptions options, AgentThreads agentThreads, Log log) {
    this.keyPrefix = options.keyPrefix();
    this.deadlineNanos = options.deadline().toNanos();
    this.pool = new ConnectionPool(options.connections());
    this.threads = new ExchangeThreads(agentThreads);
    this.breaker = new Breaker();
    this.opener =
        new ConnectionOpener(
            source, options, pool, threads, breaker, agentThreads, new ServerLog(name, log));
  }

  @Override
  public void start() {
    opener.start();
  }

  @Override
  public Decision acquire(List<Claim> claims, long deadline) throws RedisFailure {
    return run(ScriptCall.acquire(keyPrefix, claims), false, deadline).decision(0);
  }

  @Override
  public void refund(List<Claim> claims, long deadline) throws RedisFailure {
    run(ScriptCall.refund(keyPrefix, claims), false, deadline);
  }

  /**
   * Runs a script call.
   *
   * @param asking whether the server is being handed the keys and has not got them all yet
   */
  ScriptReply run(ScriptCall call, boolean asking, long deadline) throws RedisFailure {
    if (!breaker.mayAsk()) {
      throw RedisFailure.notAsked(breaker.lastFailure());
    }
    boolean judged = false;
    try {
      RedisConnection connection = pool.take(deadline, deadlineNanos);
      ScriptReply reply =
          ExchangeThreads.areNeeded()
              ? threads.call(() -> exchange(connection, call, asking, deadline), deadline)
              : exchange(connection, call, asking, deadline);
      breaker.worked();
      judged = true;
      return reply;
    } catch (RedisFailure e) {
      judge(e, deadline);
      judged = true;
      throw e;
    } finally {
      if (!judged) {
        breaker.inconclusive("a fault of the agent");
      }
    }
  }

  private ScriptReply exchange(
      RedisConnection connection, ScriptCall call, boolean asking, long deadline)
      throws RedisFailure {
    RedisFailure failure = null;
    boolean replied = false;
    try {
      Object reply = connection.run(call, asking, deadline);
      replied = true;
      return ScriptReply.of(reply);
    } catch (IllegalArgumentException e) {
      throw RedisFailure.senseless();
    } catch (RedisFailure e) {
      failure = e;
      throw e;
    } finally {
      if (replied || (failure != null && failure.isConnectionUsable())) {
        pool.giveBack(connection);
      } else {
        pool.discard(
            connection,
            failure == null ? "a fault of the agent" : failure.reason(),
            failure != null && failure.isDisconnected());
      }
    }
  }

  private void judge(RedisFailure failure, long deadline) {
    if (failure.isOfTheCallOnly()) {
      breaker.worked();
      return;
    }
    switch (failure.stage()) {
      case ANSWERED:
      case DISCONNECTED:
        breaker.failed(failure.reason());
        break;
      case TIMED_OUT:
        if (System.nanoTime() - deadline < deadlineNanos) {
          breaker.failed(failure.reason());
          break;
        }
        // the JVM or the machine stood still, which says nothing of the server
        breaker.inconclusive(failure.reason());
        break;
      default:
        breaker.inconclusive(failure.reason());
    }
  }

  @Override
  public boolean isTried() {
    return pool.isTried();
  }

  @Override
  public void awaitFirstAttempt(long untilNanos) {
    pool.awaitFirstAttempt(untilNanos);
  }

  @Override
  public boolean awaitFirstConnection(long untilNanos) {
    return pool.awaitFirstConnection(untilNanos);
  }

  @Override
  public @Nullable String lastFailure() {
    return pool.lastFailure();
  }

  @Override
  public void close() {
    pool.close();
    opener.stop();
    threads.stop();
  }
}
