package io.github.ratelimitagent.limit;

/**
 * The state of every thread that meets the agent. Each method concerns the calling thread only;
 * blocks never.
 */
public final class AgentThreads {
  private final ThreadLocal<ThreadState> states =
      new ThreadLocal<ThreadState>() {
        @Override
        protected ThreadState initialValue() {
          return new ThreadState();
        }
      };

  ThreadState current() {
    return states.get();
  }

  /** Whether the calling thread is inside the agent, where no limit applies. */
  public boolean isInside() {
    return states.get().inside;
  }

  /**
   * Marks the calling thread as inside the agent or not; answers what it was, to be set again
   * afterwards.
   */
  public boolean setInside(boolean inside) {
    ThreadState state = states.get();
    boolean before = state.inside;
    state.inside = inside;
    return before;
  }
}
