package io.github.ratelimitagent.testing;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/** A redis-server that a test can run as a process of its own. */
final class RedisBinary {
  private final Path file;
  private final String origin;

  private RedisBinary(Path file, String origin) {
    this.file = file;
    this.origin = origin;
  }

  /** The binary that {@code -Dratelimit.test.redis.source} asks for, else the first there is. */
  static RedisBinary find() {
    if (TestRedis.forcedSource().orElse("").equals("bundled")) {
      return bundled();
    }
    return onPath().orElseGet(RedisBinary::bundled);
  }

  static Optional<RedisBinary> onPath() {
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      Path candidate = Path.of(folder, "redis-server");
      if (!folder.isEmpty() && Files.isExecutable(candidate)) {
        return Optional.of(new RedisBinary(candidate, "redis-server on the PATH"));
      }
    }
    return Optional.empty();
  }

  /** Unpacks the binary that the test dependency embedded-redis carries. */
  static RedisBinary bundled() {
    return Bundled.BINARY;
  }

  Path file() {
    return file;
  }

  String origin() {
    return origin;
  }

  private static final class Bundled {
    static final RedisBinary BINARY = unpack();

    private static RedisBinary unpack() {
      OsArchitecture here = OsArchitecture.detectOSandArchitecture();
      String resource = ExecutableProvider.newProvidedVersionsMap().get(here);
      if (resource == null) {
        throw new IllegalStateException("embedded-redis has no binary for " + here);
      }
      try (InputStream in = ExecutableProvider.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IllegalStateException("embedded-redis does not contain " + resource);
        }
        Path folder = Files.createTempDirectory("ratelimit-test-redis");
        Path binary = folder.resolve("redis-server");
        Files.copy(in, binary);
        if (!binary.toFile().setExecutable(true)) {
          throw new IllegalStateException(binary + " cannot be made executable");
        }
        folder.toFile().deleteOnExit();
        binary.toFile().deleteOnExit();
        return new RedisBinary(binary, "bundled redis-server (" + resource.substring(1) + ")");
      } catch (IOException e) {
        throw new IllegalStateException("cannot unpack " + resource, e);
      }
    }
  }
}
