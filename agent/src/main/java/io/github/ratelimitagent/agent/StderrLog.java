package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.Log;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Writes lines to the process's standard error: past {@code System.err}, which the application may
 * have led to a logger of its own. Nothing is said when all is well, unless asked for. Safe for
 * many threads.
 */
final class StderrLog implements Log {
  private final PrintStream out;
  private final boolean withInfo;

  StderrLog(boolean withInfo) {
    this(new PrintStream(new FileOutputStream(FileDescriptor.err), true), withInfo);
  }

  StderrLog(PrintStream out, boolean withInfo) {
    this.out = out;
    this.withInfo = withInfo;
  }

  @Override
  public void info(String message) {
    if (withInfo) {
      write("INFO", message);
    }
  }

  @Override
  public void warn(String message) {
    write("WARN", message);
  }

  private void write(String level, String message) {
    String line =
        "[ratelimit-agent] "
            + Instant.now().truncatedTo(ChronoUnit.SECONDS)
            + ' '
            + level
            + ' '
            + message
            + System.lineSeparator();
    byte[] bytes = line.getBytes(Charset.defaultCharset());
    // one write, so that lines of several processes on one terminal do not mix
    out.write(bytes, 0, bytes.length);
    out.flush();
  }
}
