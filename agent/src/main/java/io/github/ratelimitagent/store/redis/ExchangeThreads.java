package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The agent's own threads on which virtual threads let their exchanges with the server run: an
 * interrupt of a virtual thread closes the socket that it reads.
 *
 * <p>There is one for each connection and none where there are no virtual threads.
 */
final class ExchangeThreads implements Executor {
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
   * Starts the threads, where they can be needed. Called by an agent's thread only: a new thread
   * holds on to much of the one that makes it.
   */
  void start(int count) {
    for (int i = 1; i <= count && IS_VIRTUAL != null; i++) {
      Thread thread = new Thread(this::work, "ratelimit-redis-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  @Override
  public void execute(Runnable exchanges) {
    work.add(exchanges);
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
