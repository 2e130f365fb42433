package io.github.ratelimitagent.testing;

import io.github.ratelimitagent.limit.Log;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A log whose lines a test can read. */
public final class RecordedLog implements Log {
  private final List<String> lines = new CopyOnWriteArrayList<>();

  @Override
  public void info(String message) {
    lines.add("INFO " + message);
  }

  @Override
  public void warn(String message) {
    lines.add("WARN " + message);
  }

  /** All lines so far, each behind its level. */
  public List<String> lines() {
    return lines;
  }
}
