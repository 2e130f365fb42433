package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.store.Claims;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RelayTest {
  private static final BucketSpec SPEC = new BucketSpec(10, 1, 1_000_000);

  private final Batches batches = new Batches(2);
  private final List<Caller> callers = new ArrayList<>();

  @AfterEach
  void stop() {
    callers.forEach(Thread::interrupt);
  }

  @Test
  void settle_enoughThatMustNotLead_areWokenByTheFirst() throws Exception {
    List<Request> batch = batchOf(false, false, true, false);
    Relay relay = batches.settle(batch, 3);
    assertThat(batch).extracting(request -> request.relay).containsExactly(relay, null, null, null);
    assertThat(batch).extracting(relay::wakes).containsExactly(true, true, false, true);
    assertThat(batches.begin(relay)).isTrue();
    assertThat(batches.begin(relay)).isFalse();
    relay.wakeAll();
    Awaitility.await().until(() -> callers.stream().filter(Thread::isAlive).count() == 1);
    assertThat(callers.get(2).isAlive()).isTrue();
  }

  @Test
  void start_isForTheFirstOnly() throws Exception {
    List<Request> batch = batchOf(false, false, false);
    batches.settle(batch, 2).start();
    callers.get(0).join();
    assertThat(callers).extracting(Thread::isAlive).containsExactly(false, true, true);
  }

  @Test
  void settle_tooFewThatMustNotLead_noRelay() throws Exception {
    assertThat(batches.settle(batchOf(false, true, true), 2)).isNull();
  }

  @Test
  void settle_oneOfThemHasGone_isNotCounted() throws Exception {
    List<Request> batch = batchOf(false, false, false);
    batch.get(0).state = Request.State.ABANDONED;
    Relay relay = batches.settle(batch, 2);
    assertThat(batch).extracting(request -> request.relay).containsExactly(null, relay, null);
    assertThat(batches.settle(batchOf(false), 2)).isNull();
  }

  @Test
  void wakeOverdue_relayThatDoesNotBegin_wakesAll() throws Exception {
    Relay relay = batches.settle(batchOf(false, false, false), 2);
    Awaitility.await()
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              // nobody is queued or sent, so this is about the relay
              long left = batches.wakeOverdue();
              assertThat(left).isIn(Relay.CHECK_NANOS, Long.MAX_VALUE);
              return left == Long.MAX_VALUE;
            });
    for (Caller caller : callers) {
      caller.join();
    }
    assertThat(batches.begin(relay)).isFalse();
  }

  @Test
  void wakeOverdue_relayThatHasBegun_isForgotten() throws Exception {
    Relay relay = batches.settle(batchOf(false, false, false), 2);
    batches.begin(relay);
    assertThat(batches.wakeOverdue()).isEqualTo(Relay.CHECK_NANOS);
    assertThat(batches.wakeOverdue()).isEqualTo(Long.MAX_VALUE);
    assertThat(callers).allMatch(Thread::isAlive);
  }

  @Test
  void wakeAll_relayThatHasNotBegun_wakesItsCallers() throws Exception {
    batches.settle(batchOf(false, false, false), 2);
    batches.wakeAll();
    for (Caller caller : callers) {
      caller.join();
    }
  }

  /** Requests that are on their way and whose callers are parked. */
  private List<Request> batchOf(boolean... mayLead) throws InterruptedException {
    List<Request> batch = new ArrayList<>();
    for (boolean leads : mayLead) {
      Caller caller = new Caller(leads);
      caller.start();
      caller.begun.await();
      callers.add(caller);
      batch.add(caller.request);
      caller.request.state = Request.State.SENT;
      caller.request.answer(Decision.allowed(1));
      Awaitility.await().until(() -> caller.getState() == Thread.State.WAITING);
    }
    return batch;
  }

  /** Waits until it is woken. */
  private static final class Caller extends Thread {
    final CountDownLatch begun = new CountDownLatch(1);
    private final boolean leads;
    private volatile Request request;

    Caller(boolean leads) {
      this.leads = leads;
      setDaemon(true);
    }

    @Override
    public void run() {
      request = Request.of(Claims.one("a", SPEC, 1), false, false, Long.MAX_VALUE, leads);
      begun.countDown();
      while (request.state != Request.State.DONE && !isInterrupted()) {
        LockSupport.park(this);
      }
    }
  }
}
