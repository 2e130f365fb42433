package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.Log;
import java.util.ArrayList;
import java.util.List;

/** Holds lines back until it is released; then they and all further ones go through. */
final class HeldLog implements Log {
  private final Log log;
  private final List<Runnable> held = new ArrayList<>();
  private boolean released;

  HeldLog(Log log) {
    this.log = log;
  }

  @Override
  public void info(String message) {
    say(() -> log.info(message));
  }

  @Override
  public void warn(String message) {
    say(() -> log.warn(message));
  }

  synchronized void release() {
    released = true;
    held.forEach(Runnable::run);
    held.clear();
  }

  private synchronized void say(Runnable line) {
    if (released) {
      line.run();
    } else {
      held.add(line);
    }
  }
}
