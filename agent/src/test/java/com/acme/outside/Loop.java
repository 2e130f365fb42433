package com.acme.outside;

/** Calls a method many times, from a stack without any of the agent's classes. */
public class Loop implements Runnable {
  public int allowed;
  public int denied;
  private final Runnable before;
  private final int times;

  public Loop(Runnable before, int times) {
    this.before = before;
    this.times = times;
  }

  @Override
  public void run() {
    before.run();
    for (int i = 0; i < times; i++) {
      try {
        step(i);
        allowed++;
      } catch (RuntimeException e) {
        denied++;
      }
    }
  }

  public int step(int number) {
    return number;
  }

  /** Calls itself that often. */
  public int nest(int calls) {
    int made = 1;
    for (int i = 0; i < calls; i++) {
      made += nest(0);
    }
    return made;
  }
}
