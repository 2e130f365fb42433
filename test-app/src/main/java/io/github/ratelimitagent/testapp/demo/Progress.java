package io.github.ratelimitagent.testapp.demo;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How far the calls are. Safe for use by many threads. */
final class Progress {
  private static final int BAR = 20;

  private final Terminal terminal;
  private final int expected;
  private int calls;
  private int granted;

  Progress(Terminal terminal, int expected) {
    this.terminal = terminal;
    this.expected = expected;
  }

  synchronized void count(Call call) {
    calls++;
    if (call.granted) {
      granted++;
    }
  }

  /** How often to show it: a line that is replaced may be new more often. */
  long periodMillis() {
    return terminal.rewritesLines() ? 100 : 500;
  }

  synchronized void show(@Nullable Sample bucket) {
    StringBuilder bar = new StringBuilder();
    for (int i = 0; i < BAR; i++) {
      bar.append(i < BAR * calls / expected ? '#' : '.');
    }
    terminal.progress(
        String.format(
            Locale.ROOT,
            "  [%s] %3d of %d calls, %3d granted, %3d rejected%s",
            bar,
            calls,
            expected,
            granted,
            calls - granted,
            bucket == null ? "" : String.format(Locale.ROOT, ", %4.1f tokens", bucket.tokens)));
  }
}
