package io.github.ratelimitagent.benchmark;

import io.github.ratelimitagent.testapp.demo.CannotRunException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the build has put what is measured. Immutable. */
public record Layout(Path root) {
  private static final String PROPERTY = "benchmark.root";

  static Layout ofThisProcess() {
    return new Layout(Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath().normalize());
  }

  /** The product. */
  public Path agentJar() throws CannotRunException {
    return existing(root.resolve("agent/target/ratelimit-agent.jar"));
  }

  /** The jar of another agent, whatever its version. */
  public Path otherAgent(String name) throws CannotRunException, IOException {
    return jar(existing(root.resolve("benchmark/target/agents")), name);
  }

  /** The class path of the Spring Boot application. */
  public String springBootClassPath() throws CannotRunException {
    Path target = root.resolve("benchmark/spring-boot-app/target");
    Path jar = existing(target.resolve("ratelimit-agent-spring-boot-app.jar"));
    return jar + File.pathSeparator + existing(target.resolve("lib")) + "/*";
  }

  /** Spring Boot itself, whose name says its version. */
  public Path springBootJar() throws CannotRunException, IOException {
    return jar(existing(root.resolve("benchmark/spring-boot-app/target/lib")), "spring-boot");
  }

  /** Where pages and charts go. */
  Path reports(boolean quick) {
    return root.resolve(quick ? "benchmark/target/quick" : "docs/benchmarks");
  }

  private static Path jar(Path folder, String name) throws CannotRunException, IOException {
    String form = Pattern.quote(name) + "-\\d.*\\.jar";
    try (Stream<Path> jars = Files.list(folder)) {
      return jars.filter(jar -> String.valueOf(jar.getFileName()).matches(form))
          .findFirst()
          .orElseThrow(() -> missing(folder.resolve(name)));
    }
  }

  private static Path existing(Path path) throws CannotRunException {
    if (!Files.exists(path)) {
      throw missing(path);
    }
    return path;
  }

  private static CannotRunException missing(Path path) {
    return new CannotRunException(
        "there is no " + path + ": start with benchmark/run, which builds it");
  }
}
