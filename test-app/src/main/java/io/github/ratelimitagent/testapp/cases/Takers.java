package io.github.ratelimitagent.testapp.cases;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that call one limited method as fast as they can and go on when they are rejected. */
public final class Takers {
  private final AtomicLong allowed = new AtomicLong();

  private Takers() {}

  /**
   * Says {@code ready}, begins when a line comes on the standard input, and prints how many calls
   * were allowed. Arguments: threads, and calls of each.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Takers takers = new Takers();
    System.out.println("ready");
    while (System.in.read() != '\n') {
      continue;
    }
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      Thread thread = new Thread(() -> takers.call(Integer.parseInt(args[1])));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(takers.allowed);
  }

  private void call(int calls) {
    for (int i = 0; i < calls; i++) {
      try {
        take();
      } catch (RuntimeException rejected) {
        continue;
      }
    }
  }

  private void take() {
    allowed.incrementAndGet();
  }
}
