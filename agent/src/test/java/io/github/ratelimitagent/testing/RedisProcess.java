package io.github.ratelimitagent.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A redis-server of a test's own, to be killed, stopped and restarted at will.
 *
 * <p>Listens on loopback, saves nothing unless an option says so, ends with the JVM at the latest.
 */
public final class RedisProcess implements AutoCloseable {
  private static final int ATTEMPTS = 5;
  private static final int READY_SECONDS = 20;

  private final RedisBinary binary;
  private final Path folder;
  private final int port;
  private final List<String> options;
  private final Thread endWithJvm = new Thread(this::kill);
  private volatile Queue<String> output = new ConcurrentLinkedQueue<>();
  private volatile Process process;

  private RedisProcess(RedisBinary binary, List<String> options) throws IOException {
    this.binary = binary;
    this.folder = Files.createTempDirectory("ratelimit-test-redis");
    this.port = freePort();
    this.options = options;
    this.process = launch();
    Runtime.getRuntime().addShutdownHook(endWithJvm);
  }

  /**
   * Starts a server and waits until it serves.
   *
   * @param options as on the command line of redis-server: {@code "--maxmemory", "1mb"}
   */
  public static RedisProcess start(String... options) {
    return start(RedisBinary.find(), options);
  }

  static RedisProcess start(RedisBinary binary, String... options) {
    IllegalStateException last = null;
    // the free port can be gone by the time the server binds it
    for (int i = 0; i < ATTEMPTS; i++) {
      RedisProcess server = null;
      try {
        server = new RedisProcess(binary, Arrays.asList(options));
        server.awaitReady();
        return server;
      } catch (IllegalStateException e) {
        last = e;
        server.close();
      } catch (IOException e) {
        throw new IllegalStateException(binary.origin() + " does not start", e);
      }
    }
    throw last;
  }

  public int port() {
    return port;
  }

  /** The server's address, without credentials. */
  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  /** Where the server keeps files, if its options make it keep any. */
  public Path folder() {
    return folder;
  }

  /** Ends the server as a crash would: {@code kill -9}. */
  public void kill() {
    Process running = process;
    running.destroyForcibly();
    try {
      running.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes the server hang, with its connections open: {@code SIGSTOP}. */
  public void pause() {
    signal("STOP");
  }

  /** Lets a paused server go on: {@code SIGCONT}. */
  public void resume() {
    signal("CONT");
  }

  /** Starts the server again on the same port, empty unless its options persist. */
  public void restart() {
    launchAgain();
    awaitReady();
  }

  /** As {@link #restart()}, but does not wait until the server serves. */
  public void launchAgain() {
    kill();
    try {
      process = launch();
    } catch (IOException e) {
      throw new IllegalStateException(binary.origin() + " does not start again", e);
    }
  }

  @Override
  public void close() {
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(endWithJvm);
    } catch (IllegalStateException e) {
      // the JVM is ending, and the hook does no harm
    }
    File[] files = folder.toFile().listFiles();
    for (File file : files == null ? new File[0] : files) {
      file.delete();
    }
    folder.toFile().delete();
  }

  String origin() {
    return binary.origin();
  }

  private Process launch() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(binary.file().toString());
    command.addAll(List.of("--port", String.valueOf(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", folder.toString()));
    command.addAll(options);
    Process started =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    output = lines;
    Thread reader = new Thread(() -> keepOutput(started, lines), "redis-server-output");
    reader.setDaemon(true);
    reader.start();
    return started;
  }

  private static void keepOutput(Process started, Queue<String> output) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.add(line);
      }
    } catch (IOException e) {
      // the stream of a killed process ends like this
    }
  }

  private void awaitReady() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (System.nanoTime() < end) {
      if (output.stream().anyMatch(line -> line.contains("eady to accept connections"))) {
        return;
      }
      if (!process.isAlive()) {
        break;
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new IllegalStateException(
        binary.origin() + " did not get ready; its output:\n" + String.join("\n", output));
  }

  private void signal(String name) {
    try {
      // the shell's own kill: a slim image has no other
      Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("kill -" + name + " failed");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
