package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.VirtualThreads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The agent's own threads on which virtual threads let their exchanges with the server run: an
 * interrupt of a virtual thread closes the socket that it reads.
 *
 * <p>There is one for each connection, one that watches over those who wait, and none at all where
 * there are no virtual threads.
 */
final class ExchangeThreads implements Executor {
  private final AgentThreads agentThreads;
  private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final List<WorkerThread> threads = new CopyOnWriteArrayList<>();

  ExchangeThreads(AgentThreads agentThreads) {
    this.agentThreads = agentThreads;
  }

  /**
   * Starts the threads, where they can be needed. Called by an agent's thread only: a new thread
   * holds on to much of the one that makes it.
   *
   * @param watch run over and over again on a thread of its own
   */
  void start(int count, Runnable watch) {
    if (!VirtualThreads.exist()) {
      return;
    }
    for (int i = 1; i <= count; i++) {
      start("ratelimit-redis-" + i, () -> work.take().run());
    }
    start("ratelimit-redis-watch", watch::run);
  }

  private void start(String name, WorkerThread.Work work) {
    WorkerThread thread = new WorkerThread(name, agentThreads, work);
    threads.add(thread);
    thread.start();
  }

  @Override
  public void execute(Runnable exchanges) {
    work.add(exchanges);
  }

  void stop() {
    threads.forEach(WorkerThread::stop);
  }
}
