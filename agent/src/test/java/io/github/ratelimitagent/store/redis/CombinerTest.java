package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CombinerTest {
  private static final BucketSpec SPEC = new BucketSpec(10, 1, 1_000_000);
  private static final Limit LIMIT = Limit.builder("limit", SPEC).build();

  private final BlockingQueue<Batch> sent = new LinkedBlockingQueue<>();
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final ExecutorService workers = Executors.newCachedThreadPool();
  private final Combiner combiner = new Combiner(2, this::exchange, workers, 4);

  @AfterEach
  void stop() {
    callers.shutdownNow();
    workers.shutdownNow();
  }

  @Test
  void run_batchUnderWay_nextBeginsOnceItIsAsLarge() throws Exception {
    Call first = call(Duration.ofSeconds(30), true);
    Batch ofFirst = sent.take();
    // one waits, which is as many as are under way
    Call second = call(Duration.ofSeconds(30), true);
    Batch ofSecond = sent.take();
    List<Call> five = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      five.add(call(Duration.ofSeconds(30), true));
    }
    awaitParked(five);
    ofFirst.answer();
    assertThat(first.answer().isAllowed()).isTrue();
    Batch ofFive = sent.take();
    assertThat(ofFive.requests).hasSize(5);
    // one waits, and five are under way
    Call last = call(Duration.ofSeconds(30), true);
    awaitParked(List.of(last));
    ofSecond.answer();
    assertThat(second.answer().isAllowed()).isTrue();
    awaitParked(List.of(last));
    assertThat(sent).isEmpty();
    ofFive.answer();
    for (Call call : five) {
      assertThat(call.answer().isAllowed()).isTrue();
    }
    sent.take().answer();
    assertThat(last.answer().isAllowed()).isTrue();
  }

  @Test
  void run_manyBatchesHaveOvertakenEachOther_twoCanStillBeUnderWay() throws Exception {
    CountDownLatch stormOver = new CountDownLatch(1);
    Future<?> answering =
        workers.submit(
            () -> {
              while (stormOver.getCount() > 0) {
                Batch batch = sent.poll(10, TimeUnit.MILLISECONDS);
                if (batch != null) {
                  batch.answer();
                }
              }
              return null;
            });
    List<Future<Integer>> storm = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      storm.add(
          callers.submit(
              () -> {
                for (int call = 0; call < 2_000; call++) {
                  combiner.run(request(Duration.ofSeconds(30), call % 3 > 0));
                }
                return 0;
              }));
    }
    for (Future<Integer> caller : storm) {
      caller.get();
    }
    stormOver.countDown();
    answering.get();
    Call one = call(Duration.ofSeconds(30), true);
    Batch ofOne = sent.take();
    Call other = call(Duration.ofSeconds(30), true);
    sent.take().answer();
    ofOne.answer();
    assertThat(one.answer().isAllowed()).isTrue();
    assertThat(other.answer().isAllowed()).isTrue();
  }

  @Test
  void run_callerWithoutTimer_leavesAtItsDeadlineSentOrNot() throws Exception {
    Future<?> watch =
        workers.submit(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                combiner.watch();
              }
            });
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      calls.add(call(Duration.ofMillis(200), false));
    }
    for (Call call : calls) {
      assertThatThrownBy(call::answer)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(RedisFailure.class);
    }
    for (Batch batch; (batch = sent.poll()) != null; ) {
      batch.answer();
    }
    watch.cancel(true);
  }

  @Test
  void run_callerWithoutTimer_leavesAtItsDeadlineThoughTheWatchEnds() throws Exception {
    Future<?> watch = workers.submit(combiner::watch);
    Awaitility.await()
        .until(
            () -> {
              // watched: nobody waits with a timer now
              Call probe = call(Duration.ofSeconds(30), false);
              sent.take().answer();
              return probe.answer().isAllowed();
            });
    Call one = call(Duration.ofMillis(500), false);
    Call other = call(Duration.ofMillis(500), false);
    combiner.endWatch();
    watch.cancel(true);
    Call afterwards = call(Duration.ofMillis(100), false);
    for (Call call : List.of(one, other, afterwards)) {
      assertThatThrownBy(call::answer)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(RedisFailure.class);
    }
    for (Batch batch; (batch = sent.poll()) != null; ) {
      batch.answer();
    }
  }

  private Call call(Duration timeout, boolean mayLead) throws InterruptedException {
    Call call = new Call(timeout, mayLead);
    call.begun.await();
    return call;
  }

  /** Until the callers wait for others to lead. */
  private static void awaitParked(List<Call> calls) {
    Awaitility.await()
        .until(
            () ->
                calls.stream()
                    .allMatch(
                        call ->
                            call.request.state == Request.State.QUEUED
                                && call.request.caller.getState() == Thread.State.TIMED_WAITING));
  }

  private static Request request(Duration timeout, boolean mayLead) {
    return Request.of(
        List.of(new Claim(LIMIT, "key", SPEC, 1, 0)),
        false,
        false,
        System.nanoTime() + timeout.toNanos(),
        mayLead);
  }

  private void exchange(List<Request> requests, long deadlineNanos) {
    Batch batch = new Batch(requests);
    sent.add(batch);
    batch.awaitAnswer();
  }

  /** A request and the thread that makes it. */
  private final class Call {
    final CountDownLatch begun = new CountDownLatch(1);
    private final Future<Decision> future;
    private volatile Request request;

    Call(Duration timeout, boolean mayLead) {
      future =
          callers.submit(
              () -> {
                request = request(timeout, mayLead);
                begun.countDown();
                combiner.run(request);
                return request.result();
              });
    }

    Decision answer() throws Exception {
      return future.get();
    }
  }

  /** What is on its way to the server. */
  private static final class Batch {
    final List<Request> requests;
    private final CountDownLatch answered = new CountDownLatch(1);

    Batch(List<Request> requests) {
      this.requests = requests;
    }

    void answer() {
      requests.forEach(request -> request.answer(Decision.allowed(1)));
      answered.countDown();
    }

    void awaitAnswer() {
      try {
        answered.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
