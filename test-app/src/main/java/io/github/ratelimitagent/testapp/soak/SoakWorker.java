package io.github.ratelimitagent.testapp.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One process of the soak: {@code SoakWorker SECONDS} makes limited calls for so long, and prints
 * what became of them, when they were, and the memory and threads at several moments:
 *
 * <pre>
 * limit NAME ALLOWED DENIED
 * time FIRST LAST                 milliseconds of the wall clock
 * state BYTES THREADS             heap in use after a collection, threads of the agent
 * </pre>
 */
public final class SoakWorker {
  private static final int THREADS = 24;
  private static final int USERS = 300;
  private static final int STATES = 10;
  private static final long LONGEST_PAUSE_MICROS = 8_000;
  private static final List<String> LIMITS =
      Arrays.asList("hot", "per-user", "bulk", "turn", "twice", "twice-user", "strict", "local");

  private final Account account = new Account(LIMITS);
  private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
  private final long endNanos;

  private SoakWorker(long seconds) {
    this.endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  public static void main(String[] arguments) throws Exception {
    long seconds = Long.parseLong(arguments[0]);
    Throwable fault = new SoakWorker(seconds).run(seconds);
    if (fault != null) {
      fault.printStackTrace();
      System.exit(1);
    }
  }

  private @Nullable Throwable run(long seconds) throws InterruptedException {
    long start = System.currentTimeMillis();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(this::call, "soak-" + i);
      thread.start();
      threads.add(thread);
    }
    for (int i = 0; i < STATES; i++) {
      TimeUnit.MILLISECONDS.sleep(TimeUnit.SECONDS.toMillis(seconds) / (STATES + 1));
      printState();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("time " + start + " " + System.currentTimeMillis());
    account.print();
    return fault.get();
  }

  private void call() {
    Random random = ThreadLocalRandom.current();
    while (System.nanoTime() - endNanos < 0 && fault.get() == null) {
      try {
        callOne(random);
      } catch (Throwable e) {
        String limit = rejectingLimit(e);
        if (limit == null) {
          fault.compareAndSet(null, e);
        } else {
          account.denied(limit);
        }
      }
      LockSupport.parkNanos(
          TimeUnit.MICROSECONDS.toNanos((long) (random.nextDouble() * LONGEST_PAUSE_MICROS)));
    }
  }

  private void callOne(Random random) {
    String user = "user-" + random.nextInt(USERS);
    switch (random.nextInt(7)) {
      case 0:
        LimitedCalls.hot();
        account.allowed("hot");
        break;
      case 1:
        LimitedCalls.perUser(user);
        account.allowed("per-user");
        break;
      case 2:
        LimitedCalls.bulk(3);
        account.allowed("bulk");
        break;
      case 3:
        LimitedCalls.turn();
        account.allowed("turn");
        break;
      case 4:
        LimitedCalls.twice(user);
        account.allowed("twice", "twice-user");
        break;
      case 5:
        LimitedCalls.strict();
        account.allowed("strict");
        break;
      default:
        LimitedCalls.local();
        account.allowed("local");
    }
  }

  /** The limit that an exception tells of, or null if it is another exception. */
  private static @Nullable String rejectingLimit(Throwable e) {
    if (!e.getClass().getSimpleName().equals("RateLimitExceededException")) {
      return null;
    }
    try {
      return (String) e.getClass().getMethod("limit").invoke(e);
    } catch (ReflectiveOperationException unexpected) {
      return null;
    }
  }

  private static void printState() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    long threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("ratelimit"))
            .count();
    System.out.println("state " + used + " " + threads);
  }
}
