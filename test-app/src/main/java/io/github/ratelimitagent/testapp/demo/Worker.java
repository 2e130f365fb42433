package io.github.ratelimitagent.testapp.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One process of the application, seen from the demo. */
final class Worker implements Closeable {
  private static final long LAST_WORDS_MILLIS = 1_000;

  private final int number;
  private final Process process;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(2); // both of its outputs
  private volatile String javaVersion = "";

  private Worker(int number, Process process) {
    this.number = number;
    this.process = process;
  }

  /**
   * Starts a worker, which then waits to be released.
   *
   * @param redisUri what the worker finds in the variable REDIS_URI, which its limits name
   * @param onCall told of each call, on a thread of this worker
   * @param onNoise told of each line that the process prints on its standard error, likewise
   */
  static Worker start(
      int number,
      List<String> command,
      String redisUri,
      Consumer<Call> onCall,
      Consumer<String> onNoise)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("REDIS_URI", redisUri);
    Worker worker = new Worker(number, builder.start());
    worker.read(worker.process.getErrorStream(), onNoise, worker.ended::countDown);
    worker.read(
        worker.process.getInputStream(), line -> worker.hear(line, onCall, onNoise), worker::end);
    return worker;
  }

  private void read(InputStream stream, Consumer<String> onLine, Runnable atEnd) {
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(stream, UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  onLine.accept(line);
                }
              } catch (IOException closedByUs) {
                // the process was stopped
              } finally {
                atEnd.run();
              }
            },
            "worker-" + number);
    reader.setDaemon(true);
    reader.start();
  }

  private void hear(String line, Consumer<Call> onCall, Consumer<String> onNoise) {
    Call call = Call.parse(number, line);
    if (call != null) {
      onCall.accept(call);
    } else if (line.startsWith("ready ")) {
      javaVersion = line.substring("ready ".length());
      ready.countDown();
    } else {
      onNoise.accept(line);
    }
  }

  private void end() {
    ready.countDown();
    ended.countDown();
  }

  /** Waits until the worker can be released; false when it ended or is too slow. */
  boolean awaitReady(long seconds) throws InterruptedException {
    if (ready.await(seconds, TimeUnit.SECONDS) && !javaVersion.isEmpty()) {
      return true;
    }
    awaitEnd(LAST_WORDS_MILLIS);
    return false;
  }

  /** The version of the Java that runs the worker. */
  String javaVersion() {
    return javaVersion;
  }

  /** Lets the worker make its calls. */
  void release() throws IOException {
    OutputStream stdin = process.getOutputStream();
    stdin.write('\n');
    stdin.flush();
  }

  /** Waits until the worker has made its calls; false when that takes longer. */
  boolean awaitEnd(long millis) throws InterruptedException {
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    Processes.stop(process);
  }
}
