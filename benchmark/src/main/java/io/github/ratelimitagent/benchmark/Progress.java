package io.github.ratelimitagent.benchmark;

import java.util.Locale;

/** Lines on standard error that say how far a benchmark is. */
public final class Progress {
  private final String name;
  private final int steps;
  private final long begin = System.nanoTime();
  private int step;

  /** Of a benchmark with so many steps. */
  public Progress(String name, int steps) {
    this.name = name;
    this.steps = steps;
  }

  /** The next step begins, or has just been done. */
  public synchronized void step(String what) {
    System.err.printf(
        Locale.ROOT,
        "[%s %d/%d, %d s] %s%n",
        name,
        ++step,
        steps,
        (System.nanoTime() - begin) / 1_000_000_000,
        what);
  }
}
