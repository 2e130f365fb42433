package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.store.Claims;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A thread may end at any step, stopped or out of memory: the requests of others go on. */
class BatchesTest {
  private static final BucketSpec SPEC = new BucketSpec(10, 1, 1_000_000);

  private final Batches batches = new Batches(1);

  private static Request request(Duration left) {
    return Request.of(
        Claims.one("key", SPEC, 1), false, false, System.nanoTime() + left.toNanos(), true);
  }

  private static Request soon() {
    return request(Duration.ofMillis(20));
  }

  private static Request late() {
    return request(Duration.ofMinutes(1));
  }

  private static void awaitDeadline(Request request) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(1))
        .until(() -> System.nanoTime() - request.deadlineNanos >= 0);
  }

  @Test
  void leaderThatNeverTakesItsBatch_isReplacedAfterItsDeadline() {
    Request dead = soon();
    assertThat(batches.add(dead)).isTrue();
    awaitDeadline(dead);

    Request next = late();
    assertThat(batches.add(next)).isTrue();
    // and what nobody waits for takes no permits
    assertThat(batches.take(next)).containsExactly(next);
    assertThat(dead.state).isEqualTo(Request.State.CHOSEN);
  }

  @Test
  void leaderThatIsInTime_isNotReplaced() {
    assertThat(batches.add(late())).isTrue();
    assertThat(batches.add(late())).isFalse();
  }

  @Test
  void leaderThatWasReplaced_leadsNoMore() {
    Request slow = soon();
    batches.add(slow);
    awaitDeadline(slow);
    Request next = late();
    batches.add(next);
    assertThat(batches.take(next)).containsExactly(next);

    assertThat(batches.take(slow)).isEmpty();
    assertThatThrownBy(slow::result).isInstanceOf(RedisFailure.class);
    assertThat(next.state).isEqualTo(Request.State.SENT);
  }

  @Test
  void batchThatNobodyEnds_isOverWhenItsCallersHaveLeft() {
    Request sent = soon();
    batches.add(sent);
    assertThat(batches.take(sent)).containsExactly(sent);
    assertThat(batches.add(soon())).as("one batch at a time").isFalse();
    awaitDeadline(sent);

    Request next = late();
    assertThat(batches.add(next)).isTrue();
    assertThat(batches.take(next)).contains(next);
  }

  @Test
  void requestOfADeadThread_isNotChosen() {
    Request sent = late();
    batches.add(sent);
    List<Request> first = batches.take(sent);
    Request waits = late();
    batches.add(waits);
    Request dead = soon();
    batches.add(dead);
    awaitDeadline(dead);
    batches.over(first);

    assertThat(batches.next()).isSameAs(waits);
    assertThat(batches.take(waits)).containsExactly(waits);
  }

  @Test
  void answerThatComesAfterItsBatchCountedAsOver_isGivenAll() throws Exception {
    Request slow = soon();
    batches.add(slow);
    List<Request> taken = batches.take(slow);
    awaitDeadline(slow);
    batches.add(late());

    slow.answer(Decision.allowed(9));
    batches.over(taken);
    assertThat(batches.settle(taken, Relay.NEVER)).isNull();
    assertThat(slow.result().isAllowed()).isTrue();
  }
}
