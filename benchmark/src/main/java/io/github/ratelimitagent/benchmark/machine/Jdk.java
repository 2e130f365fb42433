package io.github.ratelimitagent.benchmark.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/** A Java installation of this machine. */
public record Jdk(Path home, String version) {
  /** The one that runs this process. */
  public static Jdk current() {
    return new Jdk(Path.of(System.getProperty("java.home")), System.getProperty("java.version"));
  }

  /** The newest of this one, those installed beside it and those that JAVA_HOME* name. */
  public static Optional<Jdk> newest(int atLeast) throws IOException {
    Set<Path> homes = new LinkedHashSet<>();
    homes.add(current().home);
    Path beside = current().home.getParent();
    if (beside != null) {
      try (Stream<Path> siblings = Files.list(beside)) {
        siblings.forEach(homes::add);
      }
    }
    for (Map.Entry<String, String> variable : System.getenv().entrySet()) {
      if (variable.getKey().startsWith("JAVA_HOME")) {
        homes.add(Path.of(variable.getValue()));
      }
    }
    List<Jdk> found =
        homes.stream()
            .map(Jdk::at)
            .flatMap(Optional::stream)
            .filter(j -> j.feature() >= atLeast)
            .toList();
    return found.stream().max(Comparator.comparingInt(Jdk::feature));
  }

  private static Optional<Jdk> at(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (var in = Files.newInputStream(release)) {
      properties.load(in);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
    return Optional.of(new Jdk(home, version));
  }

  /** 17, 25. */
  public int feature() {
    return Integer.parseInt(version.split("[^0-9]", 2)[0]);
  }

  /** The command that starts it. */
  public String java() {
    return home.resolve("bin/java").toString();
  }
}
