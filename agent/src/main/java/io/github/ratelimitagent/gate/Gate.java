package io.github.ratelimitagent.gate;

import org.jspecify.annotations.Nullable;

/** The agent's side of the gate. Not used before {@link GateDefiner} has defined the other. */
public final class Gate {
  private final Handler handler;

  private Gate(Handler handler) {
    this.handler = handler;
  }

  /** Whether a handler is connected, of this agent or another copy of it. */
  public static boolean isConnected() {
    return RateLimitGate.isHandled();
  }

  /**
   * Has every woven method of this JVM ask {@code calls}.
   *
   * @return null if another handler is there, which stays
   */
  public static @Nullable Gate connect(CallHandler calls) {
    Handler handler = new Handler(calls);
    return RateLimitGate.replaceHandler(null, handler) ? new Gate(handler) : null;
  }

  /** Opens the gate for every call again. */
  public void disconnect() {
    RateLimitGate.replaceHandler(handler, null);
  }

  /**
   * Calls the gate as a woven method with the number {@code site} would: if that works here, the
   * gate is where woven code will find it.
   */
  public static void fire(int site) throws Throwable {
    RateLimitGate.exit(RateLimitGate.enter(site, null, null));
  }

  /** A class of its own, so that code which connects can be compiled without the gate. */
  private static final class Handler extends RateLimitGate {
    private final CallHandler calls;

    Handler(CallHandler calls) {
      this.calls = calls;
    }

    @Override
    protected @Nullable Object onEnter(int site, @Nullable Object self, Object @Nullable [] args)
        throws Throwable {
      return calls.onEnter(site, self, args);
    }

    @Override
    protected void onExit(Object entered) {
      calls.onExit(entered);
    }
  }
}
