package io.github.ratelimitagent.instrument;

/**
 * Woven by the agent after its first weave, to see that weaving works in this JVM. Loaded by a
 * loader of its own, because the agent's classes are never woven.
 */
public final class Probe implements Runnable {
  /** For {@link ProbeLoader}. */
  public Probe() {}

  /** The woven call. */
  @Override
  public void run() {}
}
