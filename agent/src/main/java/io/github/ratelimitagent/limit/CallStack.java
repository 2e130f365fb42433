package io.github.ratelimitagent.limit;

/**
 * Looks at the calling thread's stack, from a call of the gate outwards. Takes as long as the stack
 * is deep; blocks never.
 */
final class CallStack {
  private static final String AGENT = "io.github.ratelimitagent.";

  /** Applications of the agent's own tests. */
  private static final String TEST_APPLICATIONS = AGENT + "testapp.";

  private static final String GATE = "java.lang.RateLimitGate";

  private final StackTraceElement[] frames;

  /** Where the limited method is. */
  private final int method;

  private CallStack(StackTraceElement[] frames) {
    this.frames = frames;
    int outside = 0;
    while (outside < frames.length && isGateOrAgent(frames[outside].getClassName())) {
      outside++;
    }
    this.method = outside;
  }

  static CallStack current() {
    return new CallStack(new Throwable().getStackTrace());
  }

  /** Whether code of the agent has brought the limited method about. */
  boolean isInsideAgent() {
    for (int i = method; i < frames.length; i++) {
      if (isGateOrAgent(frames[i].getClassName())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a method of the limited one's name has brought it about. */
  boolean isNested() {
    for (int i = method + 1; i < frames.length; i++) {
      if (frames[i].getMethodName().equals(frames[method].getMethodName())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isGateOrAgent(String className) {
    return className.startsWith(AGENT)
        ? !className.startsWith(TEST_APPLICATIONS)
        : className.startsWith(GATE);
  }
}
