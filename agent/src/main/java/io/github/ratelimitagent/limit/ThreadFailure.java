package io.github.ratelimitagent.limit;

/** Tells what a piece of code did wrong from what befell the thread that ran it. */
final class ThreadFailure {
  /** Enough to tell of a fault and to ask the other limits of the call. */
  private static final int FRAMES = 128;

  private ThreadFailure() {}

  /** Whether {@code Thread.stop} ends the thread. By name: a later JDK may lack the class. */
  static boolean isDeath(Throwable e) {
    return e.getClass().getName().equals("java.lang.ThreadDeath");
  }

  /**
   * Throws again what is not the fault of the code that threw it: the thread was stopped, or its
   * stack is at its end, here as well. A stack that code has filled by itself is empty again here,
   * and memory may be.
   */
  static void rethrow(Throwable e) {
    if (isDeath(e)) {
      throw (Error) e;
    }
    if (e instanceof StackOverflowError) {
      StackProbe.touch(FRAMES);
    }
  }
}
