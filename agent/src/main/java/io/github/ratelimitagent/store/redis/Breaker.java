package io.github.ratelimitagent.store.redis;

import dev.failsafe.CircuitBreaker;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps calls away from a server that fails: opens after five failures among the last ten calls,
 * then lets one call through about once a second, and closes when that is answered.
 *
 * <p>Safe for many threads.
 */
final class Breaker {
  private static final int FAILURES = 5;
  private static final int OF_CALLS = 10;
  private static final int LEAST_DELAY_MILLIS = 750;
  private static final int MOST_DELAY_MILLIS = 1_000;

  // made by the connecting thread: loading the library must not delay the start, nor a call
  private volatile @Nullable CircuitBreaker<Object> circuit;
  private volatile String lastFailure = "";

  /** When the batch that tries was let through; null when none does. */
  private volatile @Nullable Long trialNanos;

  /** Makes the breaker work; until then it lets everything through. */
  void prepare(Consumer<String> onOpen, Runnable onClose) {
    circuit =
        CircuitBreaker.builder()
            .withFailureThreshold(FAILURES, OF_CALLS)
            .withSuccessThreshold(1)
            // each process a little differently, lest a fleet comes back at one moment
            .withDelay(
                Duration.ofMillis(
                    ThreadLocalRandom.current().nextInt(LEAST_DELAY_MILLIS, MOST_DELAY_MILLIS + 1)))
            .onOpen(event -> opened(event.getPreviousState(), onOpen))
            .onClose(event -> onClose.run())
            .build();
  }

  private void opened(CircuitBreaker.@Nullable State before, Consumer<String> onOpen) {
    if (before == CircuitBreaker.State.CLOSED) {
      onOpen.accept(lastFailure);
    }
  }

  /** Whether a call may ask the server; then {@link #worked} or {@link #failed} must follow. */
  boolean mayAsk() {
    CircuitBreaker<Object> breaker = circuit;
    if (breaker == null) {
      return true;
    }
    boolean may = breaker.tryAcquirePermit();
    if (may && !breaker.isClosed()) {
      trialNanos = System.nanoTime();
    }
    return may;
  }

  /** Gives a trial up that should have ended long ago: its thread may have ended instead. */
  void endTrial(long beganBeforeNanos) {
    Long began = trialNanos;
    if (began != null && began - beganBeforeNanos < 0) {
      failed(lastFailure);
    }
  }

  /** The server has answered. */
  void worked() {
    trialNanos = null;
    CircuitBreaker<Object> breaker = circuit;
    if (breaker != null) {
      breaker.recordSuccess();
    }
  }

  /** The server has not answered, or that it serves nobody. */
  void failed(String reason) {
    lastFailure = reason;
    trialNanos = null;
    CircuitBreaker<Object> breaker = circuit;
    if (breaker != null) {
      breaker.recordFailure();
    }
  }

  /**
   * A call has come to an end that tells nothing of the server. It may have been the one that was
   * let through to try, which must not keep the next from trying.
   */
  void inconclusive(String reason) {
    CircuitBreaker<Object> breaker = circuit;
    if (breaker != null && !breaker.isClosed()) {
      failed(reason);
    }
  }

  /**
   * The server has let itself be connected to, so that a call may try at once.
   *
   * @return whether one has to
   */
  boolean connected() {
    CircuitBreaker<Object> breaker = circuit;
    if (breaker == null || breaker.isClosed()) {
      return false;
    }
    if (breaker.isOpen()) {
      breaker.halfOpen();
    }
    return true;
  }

  /** Why it is open, for an operator. */
  String lastFailure() {
    return lastFailure;
  }
}
