package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.Log;
import java.util.ArrayList;
import java.util.List;

/** Holds lines back until it is released; then they and all further ones go through. */
final class HeldLog implements Log {
  private final Log log;
  private final List<Line> held = new ArrayList<>();
  private boolean released;

  HeldLog(Log log) {
    this.log = log;
  }

  @Override
  public void info(String message) {
    say(new Line(message, false));
  }

  @Override
  public void warn(String message) {
    say(new Line(message, true));
  }

  synchronized void release() {
    released = true;
    for (Line line : held) {
      line.sayTo(log);
    }
    held.clear();
  }

  private synchronized void say(Line line) {
    if (released) {
      line.sayTo(log);
    } else {
      held.add(line);
    }
  }

  /** A message, and how it is said. */
  private static final class Line {
    private final String message;
    private final boolean warning;

    Line(String message, boolean warning) {
      this.message = message;
      this.warning = warning;
    }

    void sayTo(Log log) {
      if (warning) {
        log.warn(message);
      } else {
        log.info(message);
      }
    }
  }
}
