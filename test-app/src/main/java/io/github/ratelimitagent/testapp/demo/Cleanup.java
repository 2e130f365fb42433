package io.github.ratelimitagent.testapp.demo;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Undoes what a command did to the machine, the last thing first: when it is closed, or when the
 * command is interrupted before. Safe for use by many threads.
 */
public final class Cleanup implements Closeable {
  private final Deque<Closeable> steps = new ArrayDeque<>();
  private boolean closed;
  private volatile boolean interrupted;

  /** What is undone when the process ends. */
  public Cleanup() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "cleanup"));
  }

  private void interrupt() {
    interrupted = true;
    close();
  }

  /** Whether the process ends although nobody has closed this. */
  public boolean interrupted() {
    return interrupted;
  }

  /** Closes {@code step} at the end, or at once when the end has come already. */
  public <T extends Closeable> T later(T step) {
    synchronized (this) {
      if (!closed) {
        steps.push(step);
        return step;
      }
    }
    quietly(step);
    return step;
  }

  /** A folder that only this user may enter, deleted at the end. */
  public Path temporaryDirectory() throws IOException {
    Path directory = Files.createTempDirectory("ratelimit");
    later(() -> delete(directory));
    return directory;
  }

  @Override
  public synchronized void close() {
    closed = true;
    while (!steps.isEmpty()) {
      quietly(steps.pop());
    }
  }

  private static void quietly(Closeable step) {
    try {
      step.close();
    } catch (IOException leftBehind) {
      System.err.println("could not clean up: " + leftBehind);
    }
  }

  private static void delete(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
