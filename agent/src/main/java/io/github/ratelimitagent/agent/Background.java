package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
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
    this.executor = new ScheduledThreadPoolExecutor(1);
    this.executor.setThreadFactory(new Threads(threads));
  }

  void soon(Task task) {
    after(0, TimeUnit.MILLISECONDS, task);
  }

  void after(long delay, TimeUnit unit, Task task) {
    try {
      executor.schedule(new Attempt(task), delay, unit);
    } catch (RejectedExecutionException stopped) {
      log.info("a task came after the agent had stopped");
    }
  }

  void every(long period, TimeUnit unit, Task task) {
    executor.scheduleWithFixedDelay(new Attempt(task), period, period, unit);
  }

  /** Interrupts a task that runs, and drops those that wait. */
  void stop() {
    executor.shutdownNow();
  }

  /** Something to do that may fail. */
  interface Task {
    void run() throws Exception;
  }

  // no lambdas here: the JVM would make classes of them while the application waits to start

  /** A task whose failure is said. */
  private final class Attempt implements Runnable {
    private final Task task;

    Attempt(Task task) {
      this.task = task;
    }

    @Override
    public void run() {
      try {
        task.run();
      } catch (Throwable e) {
        sayFailed(e);
      }
    }

    /** Fails for nothing, or the executor would drop a task that is to be repeated. */
    private void sayFailed(Throwable failure) {
      try {
        if (executor.isShutdown()) {
          log.info("a background task of the agent ended with the JVM: " + failure);
        } else {
          log.warn("a background task of the agent failed: " + failure);
        }
      } catch (VirtualMachineError outOfMemory) {
        // as the task, most likely; the next time says it
      }
    }
  }

  /** As long as it takes: a thread that ends out of memory leaves the executor without one. */
  private void revive() {
    while (!executor.isShutdown()) {
      try {
        executor.prestartCoreThread();
        return;
      } catch (VirtualMachineError outOfMemory) {
        Thread.yield();
      }
    }
  }

  /** Makes the one thread. */
  private final class Threads implements ThreadFactory {
    private final AgentThreads threads;

    Threads(AgentThreads threads) {
      this.threads = threads;
    }

    @Override
    public Thread newThread(Runnable work) {
      Thread thread =
          new Thread("ratelimit-agent") {
            @Override
            public void run() {
              threads.setInside(true);
              try {
                work.run();
              } catch (Throwable e) {
                // the executor's own failure, for tasks keep theirs to themselves
                revive();
              }
            }
          };
      thread.setDaemon(true);
      thread.setContextClassLoader(Background.class.getClassLoader());
      return thread;
    }
  }
}
