package io.github.ratelimitagent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.store.redis.LeasedRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases of a real Redis, used by many threads. */
class LeaseStoreConcurrencyTest {
  private static final int TOKENS = 1_000;

  /** Hardly refills: a token an hour. */
  private static final BucketSpec SLOW = new BucketSpec(TOKENS, 1, 3_600_000_000L);

  private static final Limit LIMIT = Limit.builder("leased", SLOW).lease(100).build();
  private static final int THREADS = 16;

  private final LeasedRedis redis = new LeasedRedis();
  private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stop() {
    executor.shutdownNow();
    redis.close();
  }

  @Test
  void callersDuringAFetch_areServedByIt() throws Exception {
    LeaseStore store = new LeaseStore(redis.store(), Duration.ofSeconds(60), System::nanoTime);
    emptyLease(store, "k");
    long asked = redis.scriptCalls();
    List<FutureTask<Decision>> callers = fetchUnderWay(store);
    Thread second = start(store, "k", callers);
    Thread third = start(store, "k", callers);
    await()
        .until(
            () ->
                second.getState() == Thread.State.TIMED_WAITING
                    && third.getState() == Thread.State.TIMED_WAITING);
    resume(callers);
    assertThat(redis.scriptCalls()).isEqualTo(asked + 1);
  }

  @Test
  void callerDuringALongFetch_asksForItself() throws Exception {
    LeaseStore store = new LeaseStore(redis.store(), Duration.ofMillis(50), System::nanoTime);
    emptyLease(store, "k");
    long asked = redis.scriptCalls();
    List<FutureTask<Decision>> callers = fetchUnderWay(store);
    start(store, "k", callers);
    await().until(() -> redis.heldBack() == 2);
    resume(callers);
    assertThat(redis.scriptCalls()).isEqualTo(asked + 2);
  }

  @Test
  void interruptedCallerDuringAFetch_asksForItself_andStaysInterrupted() throws Exception {
    LeaseStore store = new LeaseStore(redis.store(), Duration.ofSeconds(60), System::nanoTime);
    emptyLease(store, "k");
    List<FutureTask<Decision>> callers = fetchUnderWay(store);
    FutureTask<Boolean> interrupted =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              boolean allowed = acquire(store, "k").isAllowed();
              return allowed && Thread.interrupted();
            });
    new Thread(interrupted).start();
    await().until(() -> redis.heldBack() == 2);
    redis.resume();
    assertThat(interrupted.get()).isTrue();
    assertThat(callers.get(0).get().isAllowed()).isTrue();
  }

  @Test
  void manyThreads_neverMoreThanTheBucketHas() throws Exception {
    LeaseStore store = new LeaseStore(redis.store(), Duration.ofSeconds(5), System::nanoTime);
    List<Callable<Integer>> callers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      callers.add(
          () -> {
            int allowed = 0;
            for (int call = 0; call < 200; call++) {
              allowed += acquire(store, "k").isAllowed() ? 1 : 0;
              if (call % 50 == 0) {
                store.returnIdle();
              }
            }
            return allowed;
          });
    }
    int allowed = sum(executor.invokeAll(callers));
    store.returnAll();
    assertThat(allowed + redis.tokens("k")).isEqualTo(TOKENS);
    assertThat(allowed).isEqualTo(TOKENS);
  }

  @Test
  void endWhileManyAcquire_givesEachTokenBackOnce() throws Exception {
    for (int round = 0; round < 100; round++) {
      String key = "k" + round;
      LeaseStore store = new LeaseStore(redis.store(), Duration.ofSeconds(5), System::nanoTime);
      emptyLease(store, key);
      long before = redis.tokens(key);
      CyclicBarrier together = new CyclicBarrier(5);
      List<Future<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        callers.add(
            executor.submit(
                () -> {
                  int allowed = 0;
                  together.await();
                  for (int call = 0; call < 10; call++) {
                    allowed += acquire(store, key).isAllowed() ? 1 : 0;
                  }
                  return allowed;
                }));
      }
      together.await();
      store.returnAll();
      int allowed = sum(callers);
      assertThat(allowed + redis.tokens(key)).as("round %s", round).isEqualTo(before);
    }
  }

  /** Leases of 1, 2, 4 and 8, all of which are used up; the next would be 16. */
  private static void emptyLease(LeaseStore store, String key) throws StoreException {
    for (int i = 0; i < 15; i++) {
      assertThat(acquire(store, key).isAllowed()).isTrue();
    }
  }

  /** Holds the server back while a caller fetches. */
  private List<FutureTask<Decision>> fetchUnderWay(LeaseStore store) {
    redis.pause();
    List<FutureTask<Decision>> callers = new ArrayList<>();
    start(store, "k", callers);
    await().until(() -> redis.heldBack() == 1);
    return callers;
  }

  private void resume(List<FutureTask<Decision>> callers) throws Exception {
    redis.resume();
    for (FutureTask<Decision> caller : callers) {
      assertThat(caller.get().isAllowed()).isTrue();
    }
  }

  private static int sum(List<Future<Integer>> callers) throws Exception {
    int sum = 0;
    for (Future<Integer> caller : callers) {
      sum += caller.get();
    }
    return sum;
  }

  private static Thread start(LeaseStore store, String key, List<FutureTask<Decision>> callers) {
    FutureTask<Decision> caller = new FutureTask<>(() -> acquire(store, key));
    callers.add(caller);
    Thread thread = new Thread(caller);
    thread.start();
    return thread;
  }

  private static Decision acquire(LeaseStore store, String key) throws StoreException {
    return store.acquire(List.of(new Claim(LIMIT, key, SLOW, 1, 0)));
  }
}
