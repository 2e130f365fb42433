package io.github.ratelimitagent.testapp.cases;

import java.util.ArrayList;
import java.util.List;

/** So many threads that each make one call of a method whose limit blocks: {@code Waiters N}. */
public final class Waiters {
  private Waiters() {}

  /** The limited method. */
  static void turn() {}

  /** Prints {@code START END} in milliseconds of the wall clock for each call. */
  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    System.in.read();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      Thread thread =
          new Thread(
              () -> {
                long start = System.currentTimeMillis();
                turn();
                long end = System.currentTimeMillis();
                synchronized (Waiters.class) {
                  System.out.println(start + " " + end);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
