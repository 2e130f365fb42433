package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Compiles applications that the test-app's own Java 8 sources cannot be. */
final class Compiler {
  private Compiler() {}

  /** Compiles for Java 11, with debug information, into a folder. */
  static Path compile(Path folder, Map<String, String> sources) throws IOException {
    return compile(folder, sources, "11");
  }

  /** As {@link #compile}, for Java 8. */
  static Path compile8(Path folder, Map<String, String> sources) throws IOException {
    return compile(folder, sources, "8");
  }

  private static Path compile(Path folder, Map<String, String> sources, String release)
      throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(
            List.of("--release", release, "-g", "-Xlint:-options", "-d", classes.toString()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve("sources").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      arguments.add(Files.writeString(file, source.getValue()).toString());
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, System.out, System.err, arguments.toArray(new String[0]));
    assertThat(result).isZero();
    return classes;
  }
}
