package io.github.ratelimitagent.testapp.cases;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Calls methods of the JDK that the agent, the JVM and every application live on. */
public final class JdkCalls {
  private JdkCalls() {}

  /** Prints what the methods answer, in one line. */
  public static void main(String[] args) throws Exception {
    Map<String, Integer> map = new HashMap<>();
    map.put("a", 1);
    Map<String, Integer> shared = new ConcurrentHashMap<>();
    shared.put("b", 2);
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    lock.unlock();
    List<String> words =
        new ArrayList<>(Collections.singletonList(Objects.requireNonNull(args.length + "")));
    ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
    int scheduled = executor.schedule(() -> 4, 1, TimeUnit.MILLISECONDS).get();
    executor.shutdown();
    System.out.println(
        new StringBuilder("sum ")
            .append(
                map.get("a")
                    + shared.get("b")
                    + Math.max(0, 3)
                    + scheduled
                    + words.size()
                    + new AtomicLong(5).get())
            .append(" done"));
  }
}
