package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Limited;
import com.acme.PaymentService;
import io.github.ratelimitagent.testing.JarMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the commands of the packaged jar. */
class CommandLineTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "command-line.md");

  @TempDir Path folder;

  @BeforeEach
  void example() throws IOException {
    Files.writeString(folder.resolve("limits.conf"), block("hocon"));
    JarMaker.jar()
        .add("", PaymentService.class)
        .add("", Limited.class)
        .write(folder.resolve("shop.jar"));
  }

  static List<Jdk> jdks() {
    return Jdk.all();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void check_worksInThePackagedJar(Jdk jdk) throws Exception {
    Run run = run(jdk, List.of(), List.of("check", "limits.conf", "-cp", "shop.jar"));
    assertThat(run.exitCode).as(run.output).isEqualTo(1);
    assertThat(run.output)
        .contains("com.acme.PaymentService.charge(String, long)", "did you mean")
        .doesNotContain("secret", "\u001b[");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void version_isThatOfTheBuild(Jdk jdk) throws Exception {
    Run run = run(jdk, List.of(), List.of("--version"));
    assertThat(run.output).matches("ratelimit-agent \\d+\\.\\d+\\.\\S+\\R");
    assertThat(run.exitCode).isZero();
  }

  @Test
  void session_isWhatTheDocumentShows() throws Exception {
    StringBuilder session = new StringBuilder();
    Run last = null;
    for (String line : block("console").split("\n")) {
      if (line.equals("$ echo $?")) {
        assertThat(last).isNotNull();
        session.append(line).append('\n').append(last.exitCode).append('\n');
      } else if (line.startsWith("$ ")) {
        last = run(line.substring(2));
        session.append(line).append('\n').append(last.output);
      }
    }
    assertThat(session.toString()).isEqualTo(block("console"));
    assertThat(last).isNotNull();
  }

  @Test
  void agentInJavaToolOptions_leavesTheCommandAlone() throws Exception {
    String agent = "-javaagent:" + AgentRun.JAR + "=missing.conf";

    Run version = run(Jdk.current(), List.of(agent, "-Dratelimit.strict"), List.of("--version"));

    assertThat(version.exitCode).isZero();
    assertThat(version.output).doesNotContain("ERROR", "missing.conf");
  }

  /** What a command printed, on both streams. */
  private record Run(int exitCode, String output) {}

  private Run run(String commandLine) throws Exception {
    List<String> words = List.of(commandLine.split(" "));
    int jar = words.indexOf("-jar");
    assertThat(words.get(0)).isEqualTo("java");
    return run(Jdk.current(), words.subList(1, jar), words.subList(jar + 2, words.size()));
  }

  private Run run(Jdk jdk, List<String> options, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(jdk.command());
    command.addAll(options);
    command.addAll(List.of("-jar", AgentRun.JAR.toString()));
    command.addAll(arguments);
    Path output = Files.createTempFile(folder, "run", ".out");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    String printed = Files.readString(output);
    assertThat(ended).as(printed).isTrue();
    return new Run(process.exitValue(), printed);
  }

  private static String block(String language) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCUMENT));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }
}
