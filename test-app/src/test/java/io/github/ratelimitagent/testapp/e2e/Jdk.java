package io.github.ratelimitagent.testapp.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A JVM to run applications on: the one that runs the tests, the newest other one of each feature
 * version that is installed beside it or named by {@code JAVA_HOME*}, and every command listed in
 * {@code -Dratelimit.test.jdks}, separated by commas, such as {@code /opt/jdk8/bin/java}.
 */
record Jdk(String name, int feature, List<String> command) {
  private static final List<Jdk> ALL = find();

  static List<Jdk> all() {
    return ALL;
  }

  /** The one that runs the tests. */
  static Jdk current() {
    return ALL.get(0);
  }

  /** Those of at least a feature version. */
  static List<Jdk> atLeast(int feature) {
    return ALL.stream().filter(jdk -> jdk.feature >= feature).toList();
  }

  private static List<Jdk> find() {
    List<Jdk> jdks = new ArrayList<>();
    Path home = Path.of(System.getProperty("java.home"));
    jdks.add(ofHome(home, Runtime.version().feature()));
    Map<Integer, Jdk> others = new TreeMap<>();
    for (Path candidate : candidates(home)) {
      int feature = featureOf(candidate);
      if (feature >= 17 && feature != Runtime.version().feature()) {
        others.putIfAbsent(feature, ofHome(candidate, feature));
      }
    }
    jdks.addAll(others.values());
    String listed = System.getProperty("ratelimit.test.jdks", "");
    for (String command : listed.split(",")) {
      if (!command.isBlank()) {
        jdks.add(ofCommand(List.of(command.trim().split("\\s+"))));
      }
    }
    System.err.println("JVMs of the tests: " + jdks.stream().map(Jdk::name).toList());
    return List.copyOf(jdks);
  }

  private static List<Path> candidates(Path home) {
    List<Path> candidates = new ArrayList<>();
    System.getenv()
        .forEach(
            (name, value) -> {
              if (name.startsWith("JAVA_HOME") && !value.isBlank()) {
                candidates.add(Path.of(value));
              }
            });
    Path beside = home.getParent();
    if (beside != null) {
      try (Stream<Path> siblings = Files.list(beside)) {
        siblings.sorted().forEach(candidates::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return candidates;
  }

  private static int featureOf(Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/javac"))) {
      return -1;
    }
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(release)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = properties.getProperty("JAVA_VERSION", "\"0\"").replace("\"", "");
    return version.startsWith("1.") ? 8 : Integer.parseInt(version.split("[.+-]")[0]);
  }

  private static Jdk ofHome(Path home, int feature) {
    return new Jdk("jdk-" + feature, feature, List.of(home.resolve("bin/java").toString()));
  }

  private static Jdk ofCommand(List<String> command) {
    List<String> asked = new ArrayList<>(command);
    asked.add("-XshowSettings:properties");
    asked.add("-version");
    try {
      Process process = new ProcessBuilder(asked).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes());
      process.waitFor();
      String version =
          output
              .lines()
              .filter(line -> line.contains("java.specification.version ="))
              .map(line -> line.substring(line.indexOf('=') + 1).trim())
              .findFirst()
              .orElseThrow(() -> new IllegalStateException(asked + " printed " + output));
      int feature = version.equals("1.8") ? 8 : Integer.parseInt(version);
      return new Jdk("jdk-" + feature + " (listed)", feature, command);
    } catch (IOException e) {
      throw new UncheckedIOException("-Dratelimit.test.jdks: " + command + " does not start", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
