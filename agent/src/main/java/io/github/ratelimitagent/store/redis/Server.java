package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.VirtualThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server with buckets: its connections, the thread that opens them, and the breaker that keeps
 * calls away from it while it fails.
 */
final class Server implements Servers, Combiner.Exchange {
  /** Fewer are woken as fast by the thread that has their answers. */
  private static final int FEWEST_RELAYED = 4;

  private final String keyPrefix;
  private final long deadlineNanos;
  private final ConnectionPool pool;
  private final Combiner combiner;
  private final ExchangeThreads threads;
  private final Breaker breaker;
  private final ConnectionOpener opener;

  /** Whether one script call may have several buckets that no acquire has together. */
  private volatile boolean joins;

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
    this.joins = options.kind() != RedisKind.CLUSTER;
    this.pool = new ConnectionPool(options.connections());
    this.threads = new ExchangeThreads(agentThreads);
    this.breaker = new Breaker();
    this.combiner = new Combiner(options.connections(), this, threads, fewestRelayed());
    this.opener =
        new ConnectionOpener(
            source,
            options,
            pool,
            breaker,
            new Upkeep(options.connections()),
            agentThreads,
            new ServerLog(name, log));
  }

  private static int fewestRelayed() {
    // before, those that wait in synchronized methods could hold all threads that the first needs
    return VirtualThreads.leaveCarriersWhenSynchronized() ? FEWEST_RELAYED : Relay.NEVER;
  }

  @Override
  public void start() {
    opener.start();
  }

  @Override
  public Decision acquire(List<Claim> claims, long deadline) throws RedisFailure {
    return run(claims, false, false, deadline);
  }

  @Override
  public void refund(List<Claim> claims, long deadline) throws RedisFailure {
    run(claims, true, false, deadline);
  }

  @Override
  public void refundEach(List<Claim> claims, long deadline) throws RedisFailure {
    for (Request refund : tryRefunds(claims, deadline)) {
      refund.result();
    }
  }

  /** Gives back in one batch what belongs to several acquires; answers each. */
  List<Request> tryRefunds(List<Claim> claims, long deadline) {
    List<Request> refunds = new ArrayList<>(claims.size());
    for (Claim claim : claims) {
      refunds.add(Request.orphan(Collections.singletonList(claim)));
    }
    exchange(refunds, deadline);
    return refunds;
  }

  /**
   * Acquires, or gives back, what one script call can.
   *
   * @param asking whether the server is being handed the keys and has not got them all yet
   */
  Decision run(List<Claim> claims, boolean refund, boolean asking, long deadline)
      throws RedisFailure {
    boolean mayLead = !VirtualThreads.isCurrent();
    Request request = Request.of(claims, refund, asking, deadline, mayLead);
    combiner.run(request);
    return request.result();
  }

  @Override
  public void exchange(List<Request> batch, long deadline) {
    RedisFailure failure = null;
    try {
      long given = deadline - System.nanoTime();
      if (breaker.mayAsk()) {
        failure = RedisFailure.fault();
        try {
          failure = ask(batch, deadline);
        } finally {
          judge(failure, deadline, given);
        }
      } else {
        failure = RedisFailure.notAsked(breaker.lastFailure());
      }
    } finally {
      if (failure != null) {
        failUnanswered(batch, failure);
      }
    }
  }

  private static void failUnanswered(List<Request> batch, RedisFailure failure) {
    for (Request request : batch) {
      if (!request.isAnswered()) {
        request.fail(failure);
      }
    }
  }

  /** The worst that the batch met, or null when all is well. */
  private @Nullable RedisFailure ask(List<Request> batch, long deadline) {
    RedisConnection connection;
    try {
      connection = pool.take(deadline);
    } catch (RedisFailure e) {
      return e;
    }
    RedisFailure worst = RedisFailure.fault();
    boolean usable = false;
    try {
      List<BatchPart> parts = BatchPart.of(batch, keyPrefix);
      if (joins) {
        parts = BatchPart.join(parts);
      }
      usable = connection.run(parts, deadline);
      List<BatchPart> apart = BatchPart.takeRefused(parts);
      if (!apart.isEmpty()) {
        joins = false;
        usable &= connection.run(apart, deadline);
        parts.addAll(apart);
      }
      worst = worst(parts);
      return worst;
    } finally {
      if (usable) {
        pool.giveBack(connection);
      } else {
        pool.discard(
            connection,
            worst == null ? "" : worst.reason(),
            worst != null && worst.isDisconnected());
      }
    }
  }

  private static @Nullable RedisFailure worst(List<BatchPart> parts) {
    RedisFailure worst = null;
    for (BatchPart part : parts) {
      RedisFailure failure = part.failure();
      if (failure != null) {
        worst = RedisFailure.worse(worst, failure);
      }
    }
    return worst;
  }

  /**
   * Tells the breaker.
   *
   * @param given nanoseconds that the server had
   */
  private void judge(@Nullable RedisFailure failure, long deadline, long given) {
    if (failure == null || failure.isOfTheCallOnly()) {
      breaker.worked();
      return;
    }
    switch (failure.stage()) {
      case ANSWERED:
      case DISCONNECTED:
        breaker.failed(failure.reason());
        break;
      // there is a connection for each batch: the server lets none be opened
      case NO_FREE_CONNECTION:
      case TIMED_OUT:
        if (given >= deadlineNanos / 2 && System.nanoTime() - deadline < deadlineNanos) {
          breaker.failed(failure.reason());
          break;
        }
        // the caller came late, or the JVM or the machine stood still: that is not the server's
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
    combiner.endWatch();
  }

  /** What the connecting thread does beside. */
  private final class Upkeep implements ConnectionOpener.Upkeep {
    private final int connections;

    Upkeep(int connections) {
      this.connections = connections;
    }

    @Override
    public void begin() {
      threads.start(connections, combiner::watch);
    }

    /** Sends permits back that nobody waits for. */
    @Override
    public void everySecond() {
      combiner.flush(System.nanoTime() + deadlineNanos);
    }
  }
}
