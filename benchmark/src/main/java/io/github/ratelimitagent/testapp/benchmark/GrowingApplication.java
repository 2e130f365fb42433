package io.github.ratelimitagent.testapp.benchmark;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** An application that calls limited methods with many keys from many threads. */
public final class GrowingApplication {
  /** What a line begins with that tells how far it is; figures follow, parted by tabs. */
  public static final String MARK = "GROWTH";

  private static final int REPORTS = 20;
  private static final double BYTES_PER_MIB = 1 << 20;

  private final AtomicLong answered = new AtomicLong();

  private GrowingApplication() {}

  /**
   * Arguments: calls in all, different keys, threads. The first calls of each thread meet every key
   * once; those that are left take any.
   */
  public static void main(String[] args) throws InterruptedException {
    new GrowingApplication()
        .run(Long.parseLong(args[0]), Long.parseLong(args[1]), Integer.parseInt(args[2]));
  }

  /** The limited method. */
  public long serve(long key) {
    return answered.addAndGet(1);
  }

  private void run(long calls, long keys, int threads) throws InterruptedException {
    serve(0); // what the first call costs is not asked here
    long begin = System.nanoTime();
    long nanos = 0;
    for (int report = 1; report <= REPORTS; report++) {
      long from = calls * (report - 1) / REPORTS;
      long to = calls * report / REPORTS;
      begin = System.nanoTime();
      share(from, to, keys, threads);
      nanos += System.nanoTime() - begin;
      System.out.println(MARK + "\t" + to + "\t" + nanos + "\t" + heapMebibytes());
    }
  }

  private void share(long from, long to, long keys, int threads) throws InterruptedException {
    Thread[] running = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      long first = from + (to - from) * i / threads;
      long last = from + (to - from) * (i + 1) / threads;
      running[i] = new Thread(() -> call(first, last, keys));
      running[i].start();
    }
    for (Thread thread : running) {
      thread.join();
    }
  }

  private void call(long from, long to, long keys) {
    for (long i = from; i < to; i++) {
      serve(i < keys ? i : ThreadLocalRandom.current().nextLong(keys));
    }
  }

  /** What is in use once all garbage is gone. */
  private static double heapMebibytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) / BYTES_PER_MIB;
  }
}
