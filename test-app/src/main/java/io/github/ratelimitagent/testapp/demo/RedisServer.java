package io.github.ratelimitagent.testapp.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A redis-server of one's own: on the loopback interface, a free port, nothing saved. */
public final class RedisServer implements Closeable {
  private static final long START_SECONDS = 10;
  private static final int PORT_ATTEMPTS = 3;

  /** Where the program comes from. */
  public final String name;

  final RedisUri uri;
  private final Process process;

  private RedisServer(String name, RedisUri uri, Process process) {
    this.name = name;
    this.uri = uri;
    this.process = process;
  }

  /** Starts the first program that works here, and returns when it answers. */
  public static RedisServer start(Path directory)
      throws IOException, InterruptedException, CannotRunException {
    StringBuilder reasons = new StringBuilder();
    for (Map.Entry<String, Path> program : RedisBinaries.find(directory).entrySet()) {
      try {
        return start(program.getKey(), program.getValue(), directory);
      } catch (IOException failed) {
        reasons.append("\n  ").append(program.getKey()).append(": ").append(failed.getMessage());
      }
    }
    throw new CannotRunException(
        "no Redis could be started on "
            + System.getProperty("os.name")
            + ", "
            + System.getProperty("os.arch")
            + ":"
            + (reasons.length() == 0 ? " none is bundled for it, none is on the PATH" : reasons)
            + "\nName one that runs, 6.2 or newer: --redis redis://host:port, or REDIS_URI=...");
  }

  private static RedisServer start(String name, Path program, Path directory)
      throws IOException, InterruptedException, CannotRunException {
    for (int attempt = 1; ; attempt++) {
      Path log = directory.resolve("redis.log");
      int port = freePort();
      RedisServer server =
          new RedisServer(name, RedisUri.local(port), launch(program, port, directory, log));
      try {
        server.awaitAnswer(log);
        return server;
      } catch (IOException failed) {
        server.close();
        // Between the choice of a port and its use, another process may have taken it.
        if (attempt == PORT_ATTEMPTS || !String.valueOf(failed.getMessage()).contains("in use")) {
          throw failed;
        }
      }
    }
  }

  private static Process launch(Path program, int port, Path directory, Path log)
      throws IOException {
    return new ProcessBuilder(
            program.toString(),
            "--bind",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--dir",
            directory.toString(),
            "--save",
            "",
            "--appendonly",
            "no")
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private void awaitAnswer(Path log) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(START_SECONDS)) {
      if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
        throw new IOException(lastLine(log));
      }
      try (RedisConnection redis = new RedisConnection(uri)) {
        redis.call("PING");
        return;
      } catch (IOException notYet) {
        continue;
      }
    }
    throw new IOException("it did not answer within " + START_SECONDS + " s");
  }

  /** Its address, as Redis clients write one. */
  public String address() {
    return uri.source;
  }

  private static String lastLine(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log, UTF_8);
    String last = "it stopped without a word";
    for (String line : lines) {
      last = line.trim().isEmpty() ? last : line.trim();
    }
    return last;
  }

  /** Stops the server and waits until it is gone, so that its folder can be deleted. */
  @Override
  public void close() {
    Processes.stop(process);
  }
}
