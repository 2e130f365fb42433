package io.github.ratelimitagent.gate;

/**
 * Compiled with a call of the gate: if it works here, the gate is where woven code will find it.
 */
public final class GateProbe {
  private GateProbe() {}

  /** Calls the gate as a woven method with the number {@code site} would. */
  public static void fire(int site) throws Throwable {
    RateLimitGate.exit(RateLimitGate.enter(site, null, null));
  }
}
