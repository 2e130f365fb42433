package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that opens connections, one at a time, and looks after those that lie idle.
 *
 * <p>The client's classes are loaded here, and neither while the application starts nor by a
 * caller.
 */
final class ConnectionOpener implements WorkerThread.Work {
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long GREET_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final AddressSource source;
  private final RedisOptions options;
  private final ConnectionPool pool;
  private final Breaker breaker;
  private final Upkeep upkeep;
  private final ServerLog log;
  private final WorkerThread thread;
  private volatile @Nullable DeadlineSocket opening;
  private boolean prepared;
  private long nextCheckNanos = System.nanoTime() + CHECK_NANOS;
  private @Nullable BucketScript script;
  private @Nullable HostPort address;

  /** What else there is to do on this thread. */
  interface Upkeep {
    /** Before the first connection is opened. */
    void begin();

    void everySecond();
  }

  /**
   * Opens connections once it is started.
   *
   * @param source where to
   */
  ConnectionOpener(
      AddressSource source,
      RedisOptions options,
      ConnectionPool pool,
      Breaker breaker,
      Upkeep upkeep,
      AgentThreads agentThreads,
      ServerLog log) {
    this.source = source;
    this.options = options;
    this.pool = pool;
    this.breaker = breaker;
    this.upkeep = upkeep;
    this.log = log;
    this.thread = new WorkerThread("ratelimit-redis", agentThreads, this);
  }

  void start() {
    thread.start();
  }

  /** Ends the thread, and the attempt to connect that it is at. */
  void stop() {
    thread.stop();
    DeadlineSocket socket = opening;
    if (socket != null) {
      socket.close();
    }
    source.close();
  }

  @Override
  public void once() throws InterruptedException {
    if (!prepared) {
      upkeep.begin();
      breaker.prepare(this::failedOfLate, log::usable);
      prepared = true;
    }
    if (pool.awaitWanted(nextCheckNanos - System.nanoTime())) {
      open();
    }
    if (System.nanoTime() - nextCheckNanos >= 0) {
      nextCheckNanos = System.nanoTime() + CHECK_NANOS;
      breaker.endTrial(System.nanoTime() - CHECK_NANOS - options.deadline().toNanos());
      check();
      upkeep.everySecond();
    }
  }

  private void open() {
    DeadlineSocket socket = new DeadlineSocket();
    opening = socket;
    if (thread.isStopped()) {
      socket.close();
    }
    try {
      long deadline = endOfAttempt();
      HostPort current = source.current(deadline);
      address = current;
      RedisConnection connection =
          RedisConnection.open(options, current, socket, script(), deadline);
      pool.opened(connection);
      if (!breaker.connected()) {
        log.usable();
      }
    } catch (RedisFailure e) {
      failed(describe(e));
    } catch (Throwable e) {
      // such as a class that a trimmed runtime lacks; the application goes on, and so must this
      socket.close();
      failed("the client fails: " + e);
    } finally {
      opening = null;
    }
  }

  /** Read here, where it does not delay the start. */
  private BucketScript script() {
    BucketScript loaded = script;
    if (loaded == null) {
      loaded = BucketScript.load();
      script = loaded;
    }
    return loaded;
  }

  /** Finds connections that the other side has ended, before a caller does. */
  private void check() {
    checkAddress();
    long now = System.nanoTime();
    for (RedisConnection stuck : pool.overdue(now - CHECK_NANOS)) {
      pool.discard(stuck, "no answer in time", false);
    }
    for (RedisConnection idle = pool.takeUnchecked(now - CHECK_NANOS, endOfAttempt());
        idle != null;
        idle = pool.takeUnchecked(now - CHECK_NANOS, endOfAttempt())) {
      check(idle, now);
    }
  }

  /** Leaves a server that is not the master any more, although it may still say so itself. */
  private void checkAddress() {
    HostPort before = address;
    if (before == null) {
      return;
    }
    try {
      HostPort current = source.current(endOfAttempt());
      if (!current.equals(before)) {
        address = null;
        pool.renew();
      }
    } catch (RedisFailure e) {
      // nobody knows better; calls go on with what there is
    }
  }

  private void check(RedisConnection idle, long now) {
    if (!idle.isQuiet()) {
      pool.discard(idle, "connection lost", true);
      return;
    }
    if (now - idle.usedNanos < GREET_NANOS) {
      pool.giveBack(idle, idle.usedNanos);
      return;
    }
    // what stands between drops a connection that is silent for minutes, and tells neither side
    try {
      idle.greet(endOfAttempt());
      pool.giveBack(idle, System.nanoTime());
    } catch (RedisFailure e) {
      pool.discard(idle, describe(e), true);
    }
  }

  private long endOfAttempt() {
    return System.nanoTime() + options.connectTimeout().toNanos();
  }

  private String describe(RedisFailure failure) {
    return failure.error() == ServerError.OTHER
        ? "it answers: " + options.withoutSecrets(failure.text())
        : failure.reason();
  }

  private void failed(String reason) {
    pool.failed(reason);
    if (!thread.isStopped()) {
      log.unusable(reason);
    }
  }

  /** Connections that lie idle have most likely come to the same end. */
  private void failedOfLate(String reason) {
    log.unusable(reason);
    pool.renew();
  }
}
