package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A configuration to load, with its overrides and environment. */
final class ConfigText {
  private final Path folder;
  private final Path file;
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();

  private ConfigText(Path folder) {
    this.folder = folder;
    this.file = folder.resolve("limits.conf");
  }

  static ConfigText of(Path folder, String text) {
    return new ConfigText(folder).file("limits.conf", text);
  }

  /** One limit named {@code x} that begins in line 2; the fields begin in line 3. */
  static ConfigText limit(Path folder, String... fields) {
    return of(folder, "ratelimit.limits {\n x {\n" + String.join("\n", fields) + "\n }\n}\n");
  }

  /** As {@link #limit}, with a method, a capacity and a refill in line 2. */
  static ConfigText with(Path folder, String... fields) {
    return of(
        folder,
        "ratelimit.limits {\n x { method = \"a.B.c(..)\", capacity = 10, refill = 5/s\n"
            + String.join("\n", fields)
            + "\n }\n}\n");
  }

  /** No limit, and these settings of Redis in line 2. */
  static ConfigText redis(Path folder, String redis) {
    return of(folder, "ratelimit.limits {}\nratelimit.redis = " + redis);
  }

  ConfigText file(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  ConfigText property(String name, String value) {
    properties.put(name, value);
    return this;
  }

  ConfigText variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Settings load() {
    try {
      return Settings.load(file.toFile(), properties, environment);
    } catch (ConfigException e) {
      throw new AssertionError(relative(e.getMessage()), e);
    }
  }

  /** Each problem as it is printed, without the path of the folder. */
  List<String> problems() {
    ConfigException thrown =
        catchThrowableOfType(
            ConfigException.class, () -> Settings.load(file.toFile(), properties, environment));
    if (thrown == null) {
      throw new AssertionError("no problem was found");
    }
    List<String> problems = new ArrayList<>();
    for (Problem problem : thrown.problems()) {
      problems.add(relative(problem.toString()));
    }
    return problems;
  }

  /** The only problem. */
  String problem() {
    List<String> problems = problems();
    if (problems.size() != 1) {
      throw new AssertionError("wanted one problem: " + String.join("\n", problems));
    }
    return problems.get(0);
  }

  String relative(String message) {
    return message.replace(folder + "/", "");
  }
}
