package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The agent's own threads on which virtual threads let their exchanges with the server run: an
 * interrupt of a virtual thread closes the socket that it reads.
 *
 * <p>There is one for each connection and none where there are no virtual threads.
 */
final class ExchangeThreads {
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final @Nullable Method IS_VIRTUAL = isVirtual();

  private final AgentThreads agentThreads;
  private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private volatile boolean stopped;

  ExchangeThreads(AgentThreads agentThreads) {
    this.agentThreads = agentThreads;
  }

  /** Whether the calling thread must not read a socket itself. */
  static boolean areNeeded() {
    if (IS_VIRTUAL == null) {
      return false;
    }
    try {
      return (Boolean) IS_VIRTUAL.invoke(Thread.currentThread());
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }

  /**
   * Adds a thread. Called by an agent's thread only: a new thread holds on to much of the one that
   * makes it.
   */
  void add() {
    if (IS_VIRTUAL == null) {
      return;
    }
    Thread thread = new Thread(this::work, "ratelimit-redis-" + (threads.size() + 1));
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** Runs {@code exchange}, which ends at the deadline by itself; keeps the interrupt flag. */
  <T> T call(Callable<T> exchange, long deadlineNanos) throws RedisFailure {
    FutureTask<T> task = new FutureTask<>(exchange);
    work.add(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          long left = deadlineNanos + GRACE_NANOS - System.nanoTime();
          return task.get(Math.max(0, left), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      throw RedisFailure.timedOut();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof RedisFailure) {
        throw (RedisFailure) cause;
      }
      if (cause instanceof Error) {
        throw (Error) cause;
      }
      throw (RuntimeException) cause;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void stop() {
    stopped = true;
    threads.forEach(Thread::interrupt);
  }

  private void work() {
    agentThreads.setInside(true);
    while (!stopped) {
      try {
        work.take().run();
      } catch (InterruptedException e) {
        // stopped, if it is meant
      }
    }
  }

  private static @Nullable Method isVirtual() {
    try {
      return Thread.class.getMethod("isVirtual");
    } catch (NoSuchMethodException e) {
      return null;
    }
  }
}
