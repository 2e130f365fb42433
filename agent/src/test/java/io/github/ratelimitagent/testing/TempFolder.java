package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder of the tests' own below the system's temporary one. */
final class TempFolder {
  private TempFolder() {}

  static Path create() {
    try {
      return Files.createTempDirectory("ratelimit-test-redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the folder with all that is in it, if it is still there. */
  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // deleted by the test already
    }
  }
}
