package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The agent's one thread for what can wait. A daemon, so that it never keeps the JVM, whose context
 * loader is the agent's, so that it never keeps an application's.
 */
final class Background {
  private final ScheduledThreadPoolExecutor executor;
  private final Log log;

  Background(AgentThreads threads, Log log) {
    this.log = log;
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread =
                  new Thread(
                      null,
                      () -> {
                        threads.setInside(true);
                        task.run();
                      },
                      "ratelimit-agent");
              thread.setDaemon(true);
              thread.setContextClassLoader(Background.class.getClassLoader());
              return thread;
            });
  }

  void soon(Task task) {
    after(0, TimeUnit.MILLISECONDS, task);
  }

  void after(long delay, TimeUnit unit, Task task) {
    try {
      executor.schedule(() -> run(task), delay, unit);
    } catch (RejectedExecutionException stopped) {
      log.info("a task came after the agent had stopped");
    }
  }

  void every(long period, TimeUnit unit, Task task) {
    executor.scheduleWithFixedDelay(() -> run(task), period, period, unit);
  }

  /** Interrupts a task that runs, and drops those that wait. */
  void stop() {
    executor.shutdownNow();
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (Throwable e) {
      if (executor.isShutdown()) {
        log.info("a background task of the agent ended with the JVM: " + e);
        return;
      }
      log.warn("a background task of the agent failed: " + e);
    }
  }

  /** Something to do that may fail. */
  interface Task {
    void run() throws Exception;
  }
}
