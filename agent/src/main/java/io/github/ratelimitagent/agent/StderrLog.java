package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.AgentThreads;
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
  private static final String LOST =
      " lines of this log were lost: nobody read them, or there was no memory";
  private static final long FLUSH_MILLIS = 1_000;

  private final LineWriter writer;
  private final boolean withInfo;

  StderrLog(boolean withInfo) {
    this(new PrintStream(new FileOutputStream(FileDescriptor.err), true), withInfo);
  }

  StderrLog(PrintStream out, boolean withInfo) {
    this.writer = new LineWriter(out);
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

  /** Lines are written on a thread of its own from now on, so that nobody waits for a reader. */
  void writeApart(AgentThreads threads) {
    writer.start(threads);
  }

  @Override
  public void flush() {
    writer.flush(FLUSH_MILLIS);
  }

  /** Fails for nothing: what is said is never as important as what the speaker does next. */
  private void write(String level, String message) {
    long lost = 0;
    try {
      lost = writer.takeLost();
      if (lost > 0) {
        writer.write(line("WARN", lost + LOST));
        lost = 0;
      }
      writer.write(line(level, message));
    } catch (LinkageError | VirtualMachineError outOfMemory) {
      // or the end of a stack
      writer.lose(lost + 1);
    }
  }

  private static byte[] line(String level, String message) {
    String line =
        PREFIX
            + utc(System.currentTimeMillis() / 1_000)
            + ' '
            + level
            + ' '
            + message.replace("\n", "\n" + PREFIX)
            + System.lineSeparator();
    return line.getBytes(Charset.defaultCharset());
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
