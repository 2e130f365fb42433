package io.github.ratelimitagent.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.testing.RecordedLog;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundTest {
  private final RecordedLog log = new RecordedLog();
  private final Background background = new Background(new AgentThreads(), log);

  @AfterEach
  void stop() {
    background.stop();
  }

  @Test
  void failedTask_isAWarning_andLaterTasksRun() throws InterruptedException {
    CountDownLatch later = new CountDownLatch(1);
    background.soon(
        () -> {
          throw new IllegalStateException("broken");
        });
    background.soon(later::countDown);
    assertThat(later.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(log.lines())
        .containsExactly(
            "WARN a background task of the agent failed: java.lang.IllegalStateException: broken");
  }

  @Test
  void repeatedTask_goesOnAfterItsFailureCouldNotBeSaid() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(3);
    Log full =
        new Log() {
          @Override
          public void info(String message) {}

          @Override
          public void warn(String message) {
            throw new OutOfMemoryError("made up");
          }
        };
    Background outOfMemory = new Background(new AgentThreads(), full);
    try {
      outOfMemory.every(
          1,
          TimeUnit.MILLISECONDS,
          () -> {
            runs.countDown();
            throw new OutOfMemoryError("made up");
          });
      assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      outOfMemory.stop();
    }
  }

  @Test
  void taskThatTheEndInterrupts_isNoFailure() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    background.soon(
        () -> {
          running.countDown();
          new CountDownLatch(1).await();
        });
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    background.stop();
    await().until(() -> !log.lines().isEmpty());
    assertThat(log.lines())
        .containsExactly(
            "INFO a background task of the agent ended with the JVM:"
                + " java.lang.InterruptedException");
  }

  @Test
  void taskAfterTheEnd_isDropped() {
    background.stop();
    background.soon(() -> log.warn("ran"));
    background.after(1, TimeUnit.MILLISECONDS, () -> log.warn("ran"));
    assertThat(log.lines())
        .containsExactly(
            "INFO a task came after the agent had stopped",
            "INFO a task came after the agent had stopped");
  }
}
