package io.github.ratelimitagent.testapp.demo;

import io.github.ratelimitagent.testapp.shop.ShopWorker;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The processes of the application: started one by one, released together, heard to the end. */
final class Experiment {
  static final String USER = "user-42";
  private static final long GAP_MILLIS = 100;
  private static final long START_SECONDS = 60;
  private static final long CONNECT_SECONDS = 5;
  private static final long PATIENCE_MILLIS = 30_000;

  private final DemoOptions options;
  private final Terminal terminal;
  private final Cleanup cleanup;
  private final Bound bound;
  private final Progress progress;
  private final List<Call> calls = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();

  Experiment(DemoOptions options, Terminal terminal, Cleanup cleanup, Bound bound) {
    this.options = options;
    this.terminal = terminal;
    this.cleanup = cleanup;
    this.bound = bound;
    this.progress = new Progress(terminal, options.workers * options.calls);
  }

  /** Starts the workers, each of which then waits. */
  void start(RedisUri redis, Path limits)
      throws IOException, InterruptedException, CannotRunException {
    List<String> command = command(limits);
    for (int number = 1; number <= options.workers; number++) {
      String name = "worker " + number;
      Worker worker =
          Worker.start(
              number,
              command,
              redis.source,
              this::record,
              line -> terminal.line(name + ": " + line));
      workers.add(cleanup.later(worker));
    }
    for (Worker worker : workers) {
      if (!worker.awaitReady(START_SECONDS)) {
        throw new CannotRunException("a worker did not start: " + String.join(" ", command));
      }
    }
  }

  /** The version of the Java that runs the workers. */
  String javaVersion() {
    return workers.get(0).javaVersion();
  }

  /**
   * Waits until each worker's agent has its connection, so that they begin alike; no longer than a
   * few seconds, as the server may not let us look.
   */
  boolean awaitConnected(BucketView bucket, int agentsBefore)
      throws IOException, InterruptedException {
    if (agentsBefore < 0) {
      return false;
    }
    long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(CONNECT_SECONDS)) {
      if (bucket.agents() >= agentsBefore + options.workers) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return false;
  }

  /** Releases the workers, and returns when they have made their calls. */
  Run run(Sampler sampler) throws IOException, InterruptedException, CannotRunException {
    long deadline =
        System.nanoTime()
            + TimeUnit.MILLISECONDS.toNanos(options.calls * GAP_MILLIS + PATIENCE_MILLIS);
    for (Worker worker : workers) {
      worker.release();
    }
    for (Worker worker : workers) {
      while (!worker.awaitEnd(progress.periodMillis())) {
        progress.show(sampler.last());
        if (System.nanoTime() > deadline) {
          throw new CannotRunException("the workers did not finish in time");
        }
      }
    }
    progress.show(sampler.last());
    synchronized (calls) {
      if (calls.size() != options.workers * options.calls) {
        throw new CannotRunException("a worker ended before it had made all its calls");
      }
      return new Run(bound, options.workers, calls, sampler.samples());
    }
  }

  private void record(Call call) {
    synchronized (calls) {
      calls.add(call);
    }
    progress.count(call);
  }

  private List<String> command(Path limits) throws IOException {
    List<String> command = new ArrayList<>(options.java);
    if (options.attached) {
      command.add("-javaagent:" + options.agentJar + "=" + limits);
    }
    command.add("-cp");
    command.add(applicationClassPath());
    command.add(ShopWorker.class.getName());
    command.add(String.valueOf(options.calls));
    command.add(String.valueOf(GAP_MILLIS));
    command.add(USER);
    return command;
  }

  /** The application's own jar or folder, and nothing else. */
  private static String applicationClassPath() throws IOException {
    try {
      return new File(ShopWorker.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getPath();
    } catch (URISyntaxException impossible) {
      throw new IOException(impossible);
    }
  }
}
