package io.github.ratelimitagent.limit;

import java.util.Arrays;

/**
 * What the agent knows of one thread: whether it is inside the agent, and which limits count a call
 * that is now on its stack. Confined to its thread.
 *
 * <p>What is known can be out of date: when the JVM has no memory left to bring optimized code back
 * to the interpreter, it drops frames from the stack without their {@code finally}. So of the calls
 * that are let through for what is known here, every 1024th looks at the stack.
 */
final class ThreadState {
  /** A power of two: looking takes thousands of times as long as what it is about. */
  private static final int CALLS_PER_LOOK = 1024;

  private static final long LOOK_NANOS = 10_000_000;

  private static final int NO_GROUP = -1;

  /** Inside the agent every gate is open: the agent never limits itself. */
  boolean inside;

  private int[] counted = new int[4];
  private int depth;
  private Entered[] entered = new Entered[1];
  private int letThrough;
  private boolean wasRight;
  private long lookedNanos;

  /** Whether a call is one of the agent itself. */
  boolean isInside() {
    return inside && (!isToLook() || isStillInside());
  }

  /** A mark to go back to with {@link #restore}. */
  int depth() {
    return depth;
  }

  /** Whether a call of this group is on the stack and was counted. */
  boolean isCounted(int group) {
    for (int i = depth - 1; i >= 0; i--) {
      if (counted[i] == group) {
        return !isToLook() || isStillNested(group);
      }
    }
    return false;
  }

  private boolean isToLook() {
    return (++letThrough & (CALLS_PER_LOOK - 1)) == 0;
  }

  private boolean isStillInside() {
    if (!mayLook()) {
      return true;
    }
    wasRight = CallStack.current().isInsideAgent();
    inside = wasRight;
    return wasRight;
  }

  private boolean isStillNested(int group) {
    if (!mayLook()) {
      return true;
    }
    wasRight = CallStack.current().isNested();
    for (int i = 0; i < depth && !wasRight; i++) {
      // the depth stays, which calls further out and this one know
      counted[i] = counted[i] == group ? NO_GROUP : counted[i];
    }
    return wasRight;
  }

  /** Not soon again after the stack was as it should be: it may be deep. */
  private boolean mayLook() {
    long now = System.nanoTime();
    boolean may = !wasRight || now - lookedNanos >= LOOK_NANOS;
    lookedNanos = may ? now : lookedNanos;
    return may;
  }

  /** A call of this group was counted. */
  void count(int group) {
    if (depth == counted.length) {
      counted = Arrays.copyOf(counted, depth * 2);
    }
    counted[depth++] = group;
  }

  /**
   * Back to what an earlier {@link #depth} saw. Not a decrement: should the exit of an inner call
   * be lost to a stack overflow, the outer one puts things right. Never further than it is: a call
   * that was entered before the agent was started anew tells of a depth that this state never had.
   */
  void restore(int earlierDepth) {
    depth = Math.min(depth, earlierDepth);
  }

  /** What the exit of a call is to be given that was entered at a depth; made once for each. */
  Entered entered(int before) {
    if (before >= entered.length) {
      entered = Arrays.copyOf(entered, 2 * before);
    }
    Entered known = entered[before];
    if (known == null) {
      known = new Entered(this, before);
      entered[before] = known;
    }
    return known;
  }

  /** A call of this thread that has been entered: its exit need not look the thread up again. */
  static final class Entered {
    private final ThreadState thread;
    private final int before;

    private Entered(ThreadState thread, int before) {
      this.thread = thread;
      this.before = before;
    }

    void exit() {
      thread.restore(before);
    }
  }
}
