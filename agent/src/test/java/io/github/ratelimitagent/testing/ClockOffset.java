package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Gives a redis-server a clock of its own, with libfaketime between it and the C library.
 *
 * <p>Time namespaces ({@code unshare --time}) would not do: they leave the wall clock alone, which
 * is what a server's TIME and expiries go by.
 */
final class ClockOffset {
  private static final String FILE = "clock";
  private static final Duration PROBE = Duration.ofHours(1);

  private ClockOffset() {}

  static Optional<RedisProcess> start(Duration offset, List<String> options) {
    Optional<Path> library = library();
    if (library.isEmpty()) {
      return missing("libfaketime is not installed (Debian: apt-get install libfaketime)");
    }
    List<String> reasons = new ArrayList<>();
    for (RedisBinary binary : binaries()) {
      try {
        RedisProcess server =
            RedisProcess.start(
                RedisCommand.server(binary, options)
                    .withEnvironment(folder -> environment(library.get(), folder)));
        if (isAhead(server)) {
          server.setClockOffset(offset);
          return Optional.of(server);
        }
        server.close();
        reasons.add(binary.origin() + " does not see it");
      } catch (IllegalStateException e) {
        reasons.add(binary.origin() + " does not start with it");
      }
    }
    return missing(library.get() + " does not work: " + String.join(", ", reasons));
  }

  static void set(Path folder, Duration offset) {
    Path file = folder.resolve(FILE);
    if (Files.notExists(file)) {
      throw new IllegalStateException("the server was not started with a clock of its own");
    }
    write(file, offset);
  }

  /** The bundled one first: Debian's, with its jemalloc, does not start with libfaketime 0.9.10. */
  private static List<RedisBinary> binaries() {
    return Stream.concat(Stream.of(RedisBinary.bundled()), RedisBinary.onPath().stream()).toList();
  }

  private static Map<String, String> environment(Path library, Path folder) {
    Path file = folder.resolve(FILE);
    if (Files.notExists(file)) {
      write(file, PROBE);
    }
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_NO_CACHE", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        "DONT_FAKE_MONOTONIC", "1");
  }

  private static boolean isAhead(RedisProcess server) {
    try (Jedis jedis = server.connect()) {
      Instant now = Instant.ofEpochSecond(Long.parseLong(jedis.time().get(0)));
      return Duration.between(Instant.now(), now).compareTo(PROBE.dividedBy(2)) > 0;
    } catch (JedisException e) {
      return false;
    }
  }

  /** In one step: the server reads the file whenever it looks at the clock. */
  private static void write(Path file, Duration offset) {
    try {
      Path next = file.resolveSibling(FILE + ".next");
      String seconds = String.format(Locale.ROOT, "%+.3f", offset.toMillis() / 1000.0);
      Files.writeString(next, seconds + "s\n");
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> library() {
    for (String root : List.of("/usr/lib", "/usr/lib64", "/usr/local/lib")) {
      for (Path folder : subfolders(Path.of(root))) {
        Path library = folder.resolve("faketime/libfaketime.so.1");
        if (Files.isReadable(library)) {
          return Optional.of(library);
        }
      }
    }
    return Optional.empty();
  }

  /** The folder itself, and those in it: Debian has one for each kind of processor. */
  private static List<Path> subfolders(Path folder) {
    List<Path> all = new ArrayList<>(List.of(folder));
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder, Files::isDirectory)) {
      inside.forEach(all::add);
    } catch (IOException e) {
      // not there, or not for us to see
    }
    return all;
  }

  private static Optional<RedisProcess> missing(String reason) {
    System.err.println("No Redis with a clock of its own: " + reason);
    return Optional.empty();
  }
}
