package io.github.ratelimitagent.benchmark.process;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A JVM of ours that says what it found on standard output. It is ended when it has run for too
 * long, and with this process. For one thread, but for {@link #close()}.
 */
public final class ChildJvm implements Closeable {
  private final Process process;
  private final BufferedReader output;
  private final Thread watchdog;
  private volatile boolean overdue;

  private ChildJvm(Process process, Duration atMost) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.watchdog = new Thread(() -> endAfter(atMost), "child-jvm-watchdog");
    this.watchdog.setDaemon(true);
    this.watchdog.start();
  }

  /** Starts a command; its standard error is ours. */
  public static ChildJvm start(List<String> command, Duration atMost) throws IOException {
    return start(command, Redirect.INHERIT, atMost);
  }

  /** Starts a command whose standard error goes to a file. */
  public static ChildJvm start(List<String> command, Path errors, Duration atMost)
      throws IOException {
    return start(command, Redirect.to(errors.toFile()), atMost);
  }

  private static ChildJvm start(List<String> command, Redirect errors, Duration atMost)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
    // they would change what is measured
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    return new ChildJvm(builder.start(), atMost);
  }

  /** Starts a main class of this process's class path. */
  public static ChildJvm start(
      String java, List<String> options, Class<?> main, List<String> arguments, Duration atMost)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return start(command, atMost);
  }

  /** The process itself. */
  public Process process() {
    return process;
  }

  /** Reads lines until one is {@code line}. */
  public void awaitLine(String line) throws IOException {
    for (String read = output.readLine(); read != null; read = output.readLine()) {
      if (read.equals(line)) {
        return;
      }
    }
    throw new IOException(
        (overdue ? "it took too long to say " : "it ended without saying ") + line);
  }

  /** Hands every line on until the process has ended, which must be well. */
  public void readAll(Consumer<String> lines) throws IOException, InterruptedException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      lines.accept(line);
    }
    awaitEnd();
  }

  /** Ends its standard input, which tells it to end. */
  public void endInput() throws IOException {
    try (OutputStream in = process.getOutputStream()) {
      in.flush();
    }
  }

  /** Waits until the process has ended, which must be well. */
  public void awaitEnd() throws IOException, InterruptedException {
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(
          overdue ? "a measuring JVM took too long" : "a measuring JVM ended with " + status);
    }
  }

  private void endAfter(Duration atMost) {
    try {
      if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        overdue = true;
        process.destroyForcibly();
      }
    } catch (InterruptedException closed) {
      process.destroyForcibly();
    }
  }

  @Override
  public void close() {
    watchdog.interrupt();
    process.destroyForcibly();
  }
}
