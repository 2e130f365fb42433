package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.AgentThreads;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Writes lines, in their order; once it is started on a thread of its own. Then nobody waits for
 * who is to read them: a pipe that nobody reads is full one day, and a write to it never returns.
 * What finds too many lines waiting is lost, and counted. Safe for many threads.
 */
final class LineWriter {
  private static final int MOST_WAITING = 1_000;

  private final PrintStream out;
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private boolean started;
  private boolean writing;
  private long lost;

  LineWriter(PrintStream out) {
    this.out = out;
  }

  /** Writes from now on on a daemon thread, which is inside the agent. */
  void start(AgentThreads threads) {
    Thread thread =
        new Thread("ratelimit-agent-log") {
          @Override
          public void run() {
            threads.setInside(true);
            writeForEver();
          }
        };
    thread.setDaemon(true);
    thread.setContextClassLoader(LineWriter.class.getClassLoader());
    thread.start();
    synchronized (this) {
      started = true;
    }
  }

  /** Blocks for the write itself only until it is started. */
  void write(byte[] line) {
    synchronized (this) {
      if (started) {
        if (waiting.size() < MOST_WAITING) {
          waiting.add(line);
          notifyAll();
        } else {
          lost++;
        }
        return;
      }
    }
    writeNow(line);
  }

  /** Counts lines that could not be written. */
  synchronized void lose(long lines) {
    lost += lines;
  }

  /** How many lines were lost since this was last asked, where another one finds room. */
  synchronized long takeLost() {
    if (waiting.size() >= MOST_WAITING) {
      return 0;
    }
    long taken = lost;
    lost = 0;
    return taken;
  }

  /** Waits until all lines are written, at most for so long. An interrupt ends it, and is kept. */
  synchronized void flush(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      while (writing || !waiting.isEmpty()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeForEver() {
    while (true) {
      try {
        writeNow(next());
      } catch (InterruptedException e) {
        // nobody means it: the thread ends with the JVM
      } catch (VirtualMachineError outOfMemory) {
        Thread.yield();
      } finally {
        written();
      }
    }
  }

  private synchronized byte[] next() throws InterruptedException {
    while (waiting.isEmpty()) {
      wait();
    }
    writing = true;
    return waiting.remove();
  }

  private synchronized void written() {
    writing = false;
    notifyAll();
  }

  private void writeNow(byte[] line) {
    // one write, so that lines of several processes on one terminal do not mix
    out.write(line, 0, line.length);
    out.flush();
  }
}
