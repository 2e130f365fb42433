package io.github.ratelimitagent.testapp.demo;

import java.util.concurrent.TimeUnit;

/** How the demo ends what it has started. */
final class Processes {
  private static final long PATIENCE_SECONDS = 3;

  private Processes() {}

  /** Asks a process to end, and ends it when it does not. */
  static void stop(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException hurry) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
