package io.github.ratelimitagent.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs commands in a folder of their own, with captured streams. */
final class CommandRun {
  private final Path folder;
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();

  CommandRun(Path folder) {
    this.folder = folder;
  }

  /** What a command did; the folder's path is left out of its output. */
  record Result(int exitCode, String stdout, String stderr) {
    List<String> lines() {
      return stdout.lines().toList();
    }

    String verdict() {
      return lines().get(lines().size() - 1);
    }
  }

  Path file(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String path(String name) {
    return folder.resolve(name).toString();
  }

  CommandRun property(String name, String value) {
    properties.put(name, value);
    return this;
  }

  CommandRun variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Result run(String... arguments) {
    File jar = folder.resolve("ratelimit-agent.jar").toFile();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        RateLimitCommand.run(
            new Surroundings(jar, properties, environment),
            new PrintStream(out, true),
            new PrintStream(err, true),
            arguments);
    return new Result(exitCode, text(out), text(err));
  }

  private String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).replace(folder + File.separator, "");
  }
}
