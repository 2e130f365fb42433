package io.github.ratelimitagent.benchmark.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Threads that call a session as fast as it answers, for a time. For one thread. */
final class Load {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int DIGITS = 2;

  private final Contender.Session session;
  private final Scenario scenario;
  private final ThreadFactory threads;
  private final int stride;
  private volatile boolean ended;

  /**
   * A load.
   *
   * @param stride of how many calls the time of one is taken
   */
  Load(Contender.Session session, Scenario scenario, ThreadFactory threads, int stride) {
    this.session = session;
    this.scenario = scenario;
    this.threads = threads;
    this.stride = stride;
  }

  static Histogram latencies() {
    return new Histogram(LONGEST_NANOS, DIGITS);
  }

  /** Runs it. Blocks until the last call has returned. */
  Result run(long millis) throws InterruptedException {
    List<Worker> workers = new ArrayList<>();
    List<Thread> running = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int i = 0; i < scenario.threads(); i++) {
      Worker worker = new Worker(i, start);
      workers.add(worker);
      Thread thread = threads.newThread(worker);
      running.add(thread);
      thread.start();
    }
    long begin = System.nanoTime();
    start.countDown();
    Thread.sleep(millis);
    ended = true;
    for (Thread thread : running) {
      thread.join(TimeUnit.NANOSECONDS.toMillis(LONGEST_NANOS));
      if (thread.isAlive()) {
        throw new IllegalStateException("a call has not returned within a minute");
      }
    }
    Result result = new Result(System.nanoTime() - begin);
    workers.forEach(result::add);
    return result;
  }

  /** What all threads together did. */
  static final class Result {
    final long nanos;
    final Histogram latencies = latencies();
    long calls;
    long allowed;
    long failures;

    private Result(long nanos) {
      this.nanos = nanos;
    }

    private void add(Worker worker) {
      calls += worker.calls;
      allowed += worker.allowed;
      failures += worker.failures;
      latencies.add(worker.latencies);
    }
  }

  /** One thread's calls. */
  private final class Worker implements Runnable {
    private final SplittableRandom random;
    private final CountDownLatch start;
    private final Histogram latencies = latencies();
    private long calls;
    private long allowed;
    private long failures;

    private Worker(int number, CountDownLatch start) {
      this.random = new SplittableRandom(number);
      this.start = start;
    }

    @Override
    public void run() {
      try {
        start.await();
      } catch (InterruptedException e) {
        return;
      }
      int untilTimed = 1;
      while (!ended) {
        if (--untilTimed > 0) {
          call();
        } else {
          untilTimed = stride;
          long begin = System.nanoTime();
          call();
          latencies.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - begin));
        }
      }
    }

    private void call() {
      int buckets = scenario.buckets();
      try {
        if (session.acquire(buckets == 1 ? 0 : random.nextInt(buckets))) {
          allowed++;
        }
      } catch (Exception e) {
        failures++;
      }
      calls++;
    }
  }
}
