package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;

/**
 * A redis-server of a test's own, to be killed, stopped and restarted at will.
 *
 * <p>Listens on loopback, saves nothing unless an option says so, ends with the JVM at the latest.
 */
public final class RedisProcess implements AutoCloseable {
  private static final int ATTEMPTS = 5;
  private static final int READY_SECONDS = 20;

  private final RedisCommand command;
  private final Path folder;
  private final int port;
  private final Thread endWithJvm = new Thread(this::end);
  private volatile Process process;
  private volatile ServerLog log;

  private RedisProcess(RedisCommand command, Path folder) throws IOException {
    this.command = command;
    this.folder = folder;
    this.port = FreePort.find();
    launch();
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

  /**
   * Starts a server whose clock is ahead of the machine's, or behind it with a negative offset.
   *
   * @return nothing where that cannot be done; what is missing is printed
   */
  public static Optional<RedisProcess> withClockOffset(Duration offset, String... options) {
    return ClockOffset.start(offset, Arrays.asList(options));
  }

  static RedisProcess start(RedisBinary binary, String... options) {
    return start(RedisCommand.server(binary, Arrays.asList(options)));
  }

  static RedisProcess start(RedisCommand command) {
    IllegalStateException last = null;
    // the free port can be gone by the time the server binds it
    for (int i = 0; i < ATTEMPTS; i++) {
      RedisProcess server = create(command);
      try {
        server.awaitReady();
        return server;
      } catch (IllegalStateException e) {
        last = e;
        server.close();
        if (!server.log.contains("Address already in use")) {
          break;
        }
      }
    }
    throw last;
  }

  public int port() {
    return port;
  }

  /** Host and port, as in a list of nodes or sentinels. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** The server's address, without credentials. */
  public String uri() {
    return "redis://" + address();
  }

  /** Where the server keeps files, if its options make it keep any. */
  public Path folder() {
    return folder;
  }

  /** A connection with the login that the server was started with. */
  public Jedis connect() {
    return command.login().connect(port);
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

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Makes the server hang, with its connections open: {@code SIGSTOP}. */
  public void pause() {
    signal("STOP");
  }

  /** Lets a paused server go on: {@code SIGCONT}. */
  public void resume() {
    signal("CONT");
  }

  /** Moves the clock of a server that was started {@link #withClockOffset}. */
  public void setClockOffset(Duration offset) {
    ClockOffset.set(folder, offset);
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
      launch();
    } catch (IOException e) {
      throw new IllegalStateException(origin() + " does not start again", e);
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(endWithJvm);
    } catch (IllegalStateException e) {
      // the JVM is ending, and the hook does no harm
    }
  }

  String origin() {
    return command.origin();
  }

  /** What the server has logged since it was last started. */
  String log() {
    return log.toString();
  }

  private static RedisProcess create(RedisCommand command) {
    Path folder = TempFolder.create();
    try {
      return new RedisProcess(command, folder);
    } catch (IOException e) {
      TempFolder.delete(folder);
      throw new IllegalStateException(command.origin() + " does not start", e);
    }
  }

  private void launch() throws IOException {
    process = command.launch(folder, port);
    log = ServerLog.of(process);
  }

  private void awaitReady() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (System.nanoTime() < end) {
      if (log.contains("eady to accept connections") || log.contains("Sentinel ID is")) {
        return;
      }
      try {
        if (process.waitFor(5, TimeUnit.MILLISECONDS)) {
          log.awaitEnd();
          break;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new IllegalStateException(origin() + " did not get ready; its output:\n" + log);
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

  private void end() {
    kill();
    TempFolder.delete(folder);
  }
}
