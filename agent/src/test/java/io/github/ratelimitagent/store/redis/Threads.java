package io.github.ratelimitagent.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Work of several threads at once. */
final class Threads {
  private Threads() {}

  /** Has each of so many threads do the work, and waits for all; throws what one of them threw. */
  static void run(int count, Runnable work) throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        results.add(threads.submit(work));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
