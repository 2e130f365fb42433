package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.Log;
import java.util.ArrayList;
import java.util.List;

/**
 * What the background thread finds wrong with the weaving, held back until the JVM is known not to
 * be ending: at its very end a JVM offers no class to any agent, which would look like a fault.
 * Safe for many threads.
 */
final class LateWarnings {
  private final Log log;
  private final List<String> held = new ArrayList<>();
  private boolean ended;

  LateWarnings(Log log) {
    this.log = log;
  }

  /** Keeps the message until {@link #say}. */
  synchronized void add(String message) {
    held.add(message);
  }

  /** Some time after the last was added, which an ending JVM does not live to see. */
  synchronized void say() {
    if (!ended) {
      held.forEach(log::warn);
    }
    held.clear();
  }

  /** From the JVM's first step to its end: what was found until now is true, later is not known. */
  synchronized void end() {
    say();
    ended = true;
  }
}
