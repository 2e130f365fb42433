package io.github.ratelimitagent.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.store.FailurePolicyStore;
import io.github.ratelimitagent.store.InProcessStore;
import io.github.ratelimitagent.store.redis.RedisOptions;
import io.github.ratelimitagent.store.redis.RedisStore;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that call a store all the time, each {@link Traffic} by as many of them, and what became
 * of their calls.
 */
final class Load implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration DEADLINE = Duration.ofMillis(100);
  private static final int THREADS = 200;

  /** 8 for calls, and one that asks for the map of a cluster. */
  private static final long MOST_CONNECTIONS = 9;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long NEVER = Long.MAX_VALUE;

  private final RecordedLog log;
  private final Tally tally = new Tally();
  private final Leftovers leftovers = Leftovers.before();
  private final List<Thread> threads = new ArrayList<>();
  private final FailurePolicyStore store;
  private final AtomicLong answeredNanos = new AtomicLong();
  private volatile long markNanos = NEVER;
  private volatile long bypassedBefore;
  private volatile boolean ended;

  private Load(RedisStore redis, RecordedLog log, long pauseNanos) {
    this.log = log;
    store = new FailurePolicyStore(redis, new InProcessStore(), log, System::nanoTime);
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Thread thread = new Thread(() -> call(number, pauseNanos), "load-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** 200 threads, and the small bucket is empty already. */
  static Load start(String uri) {
    return start(RedisOptions.builder(uri), PAUSE_NANOS);
  }

  static Load startWithoutPauses(RedisOptions.Builder options) {
    return start(options, 0);
  }

  static Load start(RedisOptions.Builder options) {
    return start(options, PAUSE_NANOS);
  }

  private static Load start(RedisOptions.Builder options, long pauseNanos) {
    options.deadline(DEADLINE).firstCallWait(PATIENCE);
    RecordedLog log = new RecordedLog();
    RedisStore redis = RedisStore.start(options.build(), new AgentThreads(), log);
    assertThat(redis.awaitFirstConnection(PATIENCE)).as(log.lines().toString()).isTrue();
    Load load = new Load(redis, log, pauseNanos);
    load.awaitSmallBucketEmpty(1);
    return load;
  }

  /** Waits until the small bucket has given all that it had, so often from full. */
  void awaitSmallBucketEmpty(int times) {
    await()
        .atMost(PATIENCE)
        .until(() -> tally.granted.get() + tally.unknown.get() >= (long) times * Traffic.CAPACITY);
  }

  /** To be called at the moment when a fault begins. */
  void faultBegins() {
    bypassedBefore = tally.bypassed.get();
  }

  /** Waits until a thousand calls have met the fault. */
  void awaitBypassed() {
    await().atMost(PATIENCE).until(() -> tally.bypassed.get() - bypassedBefore >= 1_000);
  }

  /** To be called at the moment when a fault ends. */
  void faultEnds() {
    answeredNanos.set(NEVER);
    markNanos = System.nanoTime();
  }

  /** Waits until Redis has allowed a call since the fault ended. */
  void awaitAnswers() {
    // 2 s are promised; the machine may be busy
    await()
        .alias("answers after the fault; log: " + log.lines())
        .atMost(Duration.ofSeconds(10))
        .until(() -> answeredNanos.get() != NEVER);
    awaitAllowed(1_000);
  }

  /** Waits until so many more calls have been allowed by Redis. */
  void awaitAllowed(int count) {
    long before = tally.allowed.get();
    await().atMost(PATIENCE).until(() -> tally.allowed.get() - before >= count);
  }

  /** Waits until the log holds a word. */
  void awaitLog(String word) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(log.lines()).anyMatch(line -> line.contains(word)));
  }

  /**
   * Ends the calls and the store, prints the line of the fault, and checks what must always be.
   *
   * @param servers those that are up and may have connections
   */
  Tally end(String fault, List<RedisProcess> servers) {
    for (RedisProcess server : servers) {
      assertThat(Leftovers.connections(server)).isLessThanOrEqualTo(MOST_CONNECTIONS);
    }
    ended = true;
    joinThreads();
    close();
    String line = line(fault);
    System.err.println(line);
    assertThat(tally.wrong).as("answers against the policy").isEmpty();
    assertThat(tally.shared.get()).isLessThanOrEqualTo(Traffic.SHARE);
    leftovers.assertNone();
    servers.forEach(Leftovers::assertNoConnection);
    return tally;
  }

  Tally end(String fault, RedisProcess server) {
    return end(fault, List.of(server));
  }

  private void joinThreads() {
    long last = System.nanoTime() + PATIENCE.toNanos();
    for (Thread thread : threads) {
      try {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(last - System.nanoTime())));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      assertThat(thread.isAlive()).as("a call that does not end").isFalse();
    }
  }

  private String line(String fault) {
    long recovered = answeredNanos.get() - markNanos;
    return String.format(
        Locale.ROOT,
        "%s: recovery %s ms, %d calls, %d allowed, %d denied, %d bypassed, slowest p99.9 %.1f ms",
        fault,
        markNanos == NEVER ? "-" : TimeUnit.NANOSECONDS.toMillis(recovered),
        tally.calls(),
        tally.allowed.get(),
        tally.denied.get(),
        tally.bypassed.get(),
        tally.latencies.percentileMillis(0.999));
  }

  List<String> log() {
    return log.lines();
  }

  @Override
  public void close() {
    ended = true;
    store.close();
  }

  private void call(int number, long pauseNanos) {
    Traffic traffic = Traffic.values()[number % Traffic.values().length];
    List<Claim> claims = traffic.claims(number);
    while (!ended) {
      long start = System.nanoTime();
      Decision decision;
      try {
        decision = store.acquire(claims);
      } catch (RuntimeException e) {
        tally.wrong.add(traffic + ": " + e);
        return;
      }
      long end = System.nanoTime();
      tally.record(traffic, decision, end - start);
      if (traffic != Traffic.SMALL && Tally.isOfRedis(decision) && start - markNanos >= 0) {
        answeredNanos.accumulateAndGet(end, Math::min);
      }
      LockSupport.parkNanos(pauseNanos);
    }
  }
}
