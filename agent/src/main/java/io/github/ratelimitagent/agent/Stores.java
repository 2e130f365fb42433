package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.config.LimitEntry;
import io.github.ratelimitagent.config.RedisSettings;
import io.github.ratelimitagent.config.Settings;
import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.NanoClock;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.store.DenialCache;
import io.github.ratelimitagent.store.FailurePolicyStore;
import io.github.ratelimitagent.store.InProcessStore;
import io.github.ratelimitagent.store.LeaseStore;
import io.github.ratelimitagent.store.redis.RedisStore;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the buckets are, layer upon layer as the settings want it: this process alone, or Redis
 * behind remembered denials, leases where a limit has one, and the failure policy.
 */
final class Stores {
  private static final Duration STRICT_WAIT = Duration.ofSeconds(5);
  private static final long IDLE_CHECK_MILLIS = 500;

  private static final long FORGOTTEN_CHECK_SECONDS = 10;

  private final @Nullable RedisStore redis;
  private final BucketStore outermost;
  private final @Nullable LeaseStore leases;
  private final ForgottenBuckets forgotten;
  private final Log log;

  private Stores(
      @Nullable RedisStore redis,
      BucketStore outermost,
      @Nullable LeaseStore leases,
      InProcessStore inProcess,
      Log log) {
    this.redis = redis;
    this.outermost = outermost;
    this.leases = leases;
    this.forgotten = new ForgottenBuckets(inProcess, log);
    this.log = log;
  }

  /**
   * Stores that have not begun to connect, unless strict.
   *
   * @param strict whether to connect, and to wait for a connection
   * @throws StartException when strict and there is none
   */
  static Stores of(Settings settings, AgentThreads threads, Log log, boolean strict) {
    RedisSettings redis = settings.redis();
    InProcessStore inProcess = new InProcessStore();
    if (redis == null) {
      return new Stores(null, inProcess, null, inProcess, log);
    }
    // strict: what becomes of calls is not to be said before it is certain that there will be any
    HeldLog held = new HeldLog(log);
    if (!strict) {
      held.release();
    }
    RedisStore store = new RedisStore(RedisAccess.options(redis), threads, held);
    if (strict) {
      connect(store);
    }
    held.release();
    NanoClock clock = new NanoClock();
    BucketStore shared = new DenialCache(store, clock);
    Duration deadline = Duration.of(redis.deadlineMicros(), ChronoUnit.MICROS);
    LeaseStore leases = hasLease(settings) ? new LeaseStore(shared, deadline, clock) : null;
    return new Stores(
        store,
        new FailurePolicyStore(leases == null ? shared : leases, inProcess, log, clock),
        leases,
        inProcess,
        log);
  }

  private static void connect(RedisStore store) {
    store.connect();
    if (!store.awaitFirstConnection(STRICT_WAIT)) {
      String reason = store.lastConnectionFailure();
      store.close();
      throw new StartException(
          reason == null
              ? "no connection to Redis within " + STRICT_WAIT.getSeconds() + " s"
              : reason);
    }
  }

  private static boolean hasLease(Settings settings) {
    for (LimitEntry entry : settings.limits()) {
      if (entry.limit().lease() > 1) {
        return true;
      }
    }
    return false;
  }

  /** Begins to connect to Redis, if there is one. Called any number of times by any thread. */
  void connect() {
    if (redis != null) {
      redis.connect();
    }
  }

  /** What calls are asked of. */
  BucketStore outermost() {
    return outermost;
  }

  /** Has leased tokens given back that nobody uses, and said what was forgotten. */
  void maintainOn(Background background) {
    background.every(FORGOTTEN_CHECK_SECONDS, TimeUnit.SECONDS, forgotten::say);
    LeaseStore kept = leases;
    if (kept != null) {
      background.every(IDLE_CHECK_MILLIS, TimeUnit.MILLISECONDS, () -> giveBack(kept::returnIdle));
    }
  }

  /** The application ends, but may still make calls. Blocks while leased tokens are given back. */
  void beforeEnd() {
    forgotten.say();
    LeaseStore kept = leases;
    if (kept != null) {
      giveBack(kept::returnAll);
    }
  }

  private void giveBack(Refunds refunds) {
    try {
      refunds.run();
    } catch (StoreException e) {
      log.info("leased tokens that were not used are lost: " + e.getMessage());
    }
  }

  void close() {
    outermost.close();
  }

  /** Something that the store may refuse. */
  private interface Refunds {
    void run() throws StoreException;
  }
}
