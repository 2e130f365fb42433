package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.Log;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Writes lines to the process's standard error: past {@code System.err}, which the application may
 * have led to a logger of its own. Nothing is said when all is well, unless asked for. Safe for
 * many threads.
 */
final class StderrLog implements Log {
  private static final String PREFIX = "[ratelimit-agent] ";

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
        PREFIX
            + utc(System.currentTimeMillis() / 1_000)
            + ' '
            + level
            + ' '
            + message.replace("\n", "\n" + PREFIX)
            + System.lineSeparator();
    byte[] bytes = line.getBytes(Charset.defaultCharset());
    // one write, so that lines of several processes on one terminal do not mix
    out.write(bytes, 0, bytes.length);
    out.flush();
  }

  /**
   * As an {@code Instant} prints seconds, without the JDK's formatters: where their classes first
   * met a stack near its end, the whole application would have lost them.
   */
  static String utc(long epochSecond) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC);
    String text = time.toString();
    // it leaves seconds out that are 0
    return text + (time.getSecond() == 0 ? ":00Z" : "Z");
  }
}
