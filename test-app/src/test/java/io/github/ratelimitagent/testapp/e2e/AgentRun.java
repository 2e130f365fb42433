package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs an application in a JVM of its own with the packaged agent attached. The classes of {@code
 * testapp.cases} are on its class path, unless another one is given.
 */
final class AgentRun {
  static final Path JAR =
      Path.of(System.getProperty("ratelimit.agent.jar")).toAbsolutePath().normalize();
  static final Path TEST_APP_CLASSES = Path.of("target/classes").toAbsolutePath();
  private static final long LONGEST_SECONDS = 120;

  private final Jdk jdk;
  private final List<String> optionsBeforeAgent = new ArrayList<>();
  private final List<String> options = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private String classPath = TEST_APP_CLASSES.toString();
  private Path folder = Path.of("").toAbsolutePath();
  private String agentArgument;
  private boolean attached = true;
  private List<String> main = List.of();

  private AgentRun(Jdk jdk) {
    this.jdk = jdk;
  }

  static AgentRun on(Jdk jdk) {
    return new AgentRun(jdk);
  }

  /** What the application did. */
  record Result(int exitCode, String stdout, String stderr) {
    List<String> lines() {
      return stdout.lines().toList();
    }

    /** Ended well, with nothing on stderr but the summary lines of limits that denied. */
    Result isSuccess() {
      assertThat(exitCode).as("exit code; %s", this).isZero();
      assertThat(stderr.lines())
          .allMatch(
              line -> line.matches("\\[ratelimit-agent] \\S+ WARN limit \\S+ in the last .*"));
      return this;
    }

    /** Ended well and, as when all is well, without a word on stderr. */
    Result isQuietSuccess() {
      assertThat(stderr).isEmpty();
      assertThat(exitCode).as("exit code; stdout: %s", stdout).isZero();
      return this;
    }
  }

  /** Attaches with this configuration, written to a temporary file. */
  AgentRun config(String hocon) {
    return agentArgument(write(hocon).toString());
  }

  AgentRun agentArgument(String argument) {
    this.agentArgument = argument;
    return this;
  }

  AgentRun withoutAgent() {
    this.attached = false;
    return this;
  }

  AgentRun option(String... jvmOptions) {
    options.addAll(List.of(jvmOptions));
    return this;
  }

  AgentRun optionBeforeAgent(String option) {
    optionsBeforeAgent.add(option);
    return this;
  }

  AgentRun classPath(String path) {
    this.classPath = path;
    return this;
  }

  AgentRun addToClassPath(Path entry) {
    this.classPath += java.io.File.pathSeparator + entry;
    return this;
  }

  /** Runs in this folder. */
  AgentRun in(Path folder) {
    this.folder = folder;
    return this;
  }

  AgentRun args(String... more) {
    arguments.addAll(List.of(more));
    return this;
  }

  /** Runs the main class. */
  Result run(String mainClass) {
    setMain(mainClass);
    return run();
  }

  Result runJar(Path jar) {
    this.main = List.of("-jar", jar.toString());
    return run();
  }

  /** Runs a source file, which the JVM compiles by itself. */
  Result runSource(Path source) {
    this.main = List.of(source.toString());
    return run();
  }

  /** Runs with the main class among the options, as for a module. */
  Result run() {
    try {
      Path out = Files.createTempFile("run", ".out");
      Path err = Files.createTempFile("run", ".err");
      Process process =
          new ProcessBuilder(commandLine())
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      Result result =
          new Result(
              ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
      Files.delete(out);
      Files.delete(err);
      assertThat(ended).as("ended within %s s; %s", LONGEST_SECONDS, result).isTrue();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  List<String> commandLine(String mainClass) {
    setMain(mainClass);
    return commandLine();
  }

  private void setMain(String mainClass) {
    this.main = List.of("-cp", classPath, mainClass);
  }

  List<String> commandLine() {
    List<String> command = new ArrayList<>(jdk.command());
    command.addAll(optionsBeforeAgent);
    if (attached) {
      command.add("-javaagent:" + JAR + (agentArgument == null ? "" : "=" + agentArgument));
    }
    command.addAll(options);
    command.addAll(main);
    command.addAll(arguments);
    return command;
  }

  static Path write(String hocon) {
    try {
      Path file = Files.createTempFile("limits", ".conf");
      file.toFile().deleteOnExit();
      return Files.writeString(file, hocon);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
