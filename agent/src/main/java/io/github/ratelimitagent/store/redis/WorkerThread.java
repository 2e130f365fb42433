package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of the agent that does one thing over and over again until it is stopped. No failure
 * ends it: what nobody does any more would stay undone for good.
 */
final class WorkerThread implements Runnable {
  private final AgentThreads agentThreads;
  private final Work work;
  private final Thread thread;
  private volatile boolean stopped;

  /** What the thread does each time. */
  interface Work {
    /**
     * Does it once, and blocks while there is nothing to do.
     *
     * @throws InterruptedException when the thread is stopped
     */
    void once() throws InterruptedException;
  }

  /** A thread to be started. */
  WorkerThread(String name, AgentThreads agentThreads, Work work) {
    this.agentThreads = agentThreads;
    this.work = work;
    this.thread = new Thread(this, name);
    this.thread.setDaemon(true);
    // the thread that starts the agent has the application's loader, which must not be kept alive
    this.thread.setContextClassLoader(WorkerThread.class.getClassLoader());
  }

  void start() {
    thread.start();
  }

  /** Has the thread end, and interrupts it. Does not wait for it. */
  void stop() {
    stopped = true;
    thread.interrupt();
  }

  boolean isStopped() {
    return stopped;
  }

  /** Ends what the thread waits for by {@link LockSupport}, or the next wait if it does not. */
  void wake() {
    LockSupport.unpark(thread);
  }

  @Override
  public void run() {
    agentThreads.setInside(true);
    while (!stopped) {
      try {
        work.once();
      } catch (InterruptedException e) {
        // stopped, if it is meant
      } catch (Throwable e) {
        // out of memory, most likely: the next attempt may find some
        Thread.yield();
      }
    }
  }
}
