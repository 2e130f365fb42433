package io.github.ratelimitagent.testapp.demo;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/** The redis-server programs that may run here, the best one first. */
final class RedisBinaries {
  private RedisBinaries() {}

  /** Programs by what to call them; those that are bundled are unpacked into {@code directory}. */
  static Map<String, Path> find(Path directory) throws IOException {
    Map<String, Path> found = new LinkedHashMap<>();
    OsArchitecture here = detect();
    if (here != null) {
      unpack(here, directory, "the bundled redis-server", found);
    }
    if (OsArchitecture.UNIX_x86_64.equals(here)) {
      // The 64-bit binary wants OpenSSL 3, which older systems do not have; this one is static.
      unpack(OsArchitecture.UNIX_x86, directory, "the bundled 32-bit redis-server", found);
    }
    Path onPath = onPath();
    if (onPath != null) {
      found.put(onPath.toString(), onPath);
    }
    return found;
  }

  private static @Nullable OsArchitecture detect() {
    try {
      return OsArchitecture.detectOSandArchitecture();
    } catch (RuntimeException unknown) { // it has one type for the system, one for the processor
      return null;
    }
  }

  private static void unpack(
      OsArchitecture architecture, Path directory, String name, Map<String, Path> found)
      throws IOException {
    String resource = ExecutableProvider.newProvidedVersionsMap().get(architecture);
    if (resource == null) {
      return;
    }
    try (InputStream content = ExecutableProvider.class.getResourceAsStream(resource)) {
      if (content == null) {
        return;
      }
      Path program = directory.resolve(resource.substring(1));
      Files.copy(content, program);
      if (program.toFile().setExecutable(true, true)) {
        found.put(name, program);
      }
    }
  }

  private static @Nullable Path onPath() {
    String path = System.getenv("PATH");
    for (String folder : path == null ? new String[0] : path.split(File.pathSeparator, -1)) {
      File program = new File(folder, "redis-server");
      if (!folder.isEmpty() && program.isFile() && program.canExecute()) {
        return program.toPath();
      }
    }
    return null;
  }
}
