package io.github.ratelimitagent.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** What a process has written so far. */
final class ServerLog {
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  private final Thread reader;

  private ServerLog(Process process) {
    reader = new Thread(() -> read(process), "redis-server-output");
    reader.setDaemon(true);
  }

  static ServerLog of(Process process) {
    ServerLog log = new ServerLog(process);
    log.reader.start();
    return log;
  }

  /** Waits until all that an ended process has written is here. */
  void awaitEnd() throws InterruptedException {
    reader.join(TimeUnit.SECONDS.toMillis(1));
  }

  boolean contains(String text) {
    return lines.stream().anyMatch(line -> line.contains(text));
  }

  private void read(Process process) {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // the stream of a killed process ends like this
    }
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
