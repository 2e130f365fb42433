package io.github.ratelimitagent.testapp.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testapp.demo.Demo;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The demo as a user runs it, with the packaged jar. */
class DemoTest {
  private static final Pattern LAST_LINE =
      Pattern.compile("granted (\\d+), bound (\\d+), calls (\\d+)");

  @TempDir Path directory;
  private String workersJava = "";

  @ParameterizedTest
  @MethodSource("io.github.ratelimitagent.testapp.e2e.Jdk#all")
  void main_attached_givesWhatOneBucketGives(Jdk jdk) throws Exception {
    workersJava = String.join(" ", jdk.command());
    Ended demo = run();
    assertThat(demo.stderr).isEmpty();
    assertThat(demo.exit).as(demo.stdout).isZero();
    Matcher last = lastLine(demo);
    assertThat(Long.parseLong(last.group(1))).isBetween(24L, Long.parseLong(last.group(2)));
    assertThat(last.group(3)).isEqualTo("90");
    assertThat(demo.stdout)
        .contains("each with the agent, connected to Redis")
        .contains("a rejected caller got io.github.ratelimitagent.RateLimitExceededException: ")
        .containsPattern(
            "HGETALL ratelimit-demo:user:user-42\\s+tokens  [0-9.]+  last_refill  [0-9.]+")
        .containsPattern("PTTL ratelimit-demo:user:user-42\\s+[1-9][0-9]* \\(ms\\)");
    Matcher scripts = Pattern.compile("evalsha calls=(\\d+)").matcher(demo.stdout);
    assertThat(scripts.find()).as(demo.stdout).isTrue();
    assertThat(Long.parseLong(scripts.group(1))).isBetween(24L, 90L);
    assertThat(demo.stdout.lines()).allMatch(line -> !line.contains("\u001b"));
    assertThat(Files.readString(directory.resolve("plot.svg"))).startsWith("<svg ");
  }

  @Test
  void main_withoutTheAgent_saysThatNothingWasLimited() throws Exception {
    Ended demo = run("--without-agent", "--workers", "2", "--calls", "10");
    assertThat(demo.exit).as(demo.stdout).isEqualTo(1);
    assertThat(demo.stdout).contains("nothing was limited");
    assertThat(lastLine(demo).group(1)).isEqualTo("20");
  }

  @Test
  void main_noRedis_saysWhatToDo() throws Exception {
    Ended demo = run("--redis", "redis://127.0.0.1:1");
    assertThat(demo.exit).isEqualTo(2);
    assertThat(demo.stderr).startsWith("demo: no Redis at redis://127.0.0.1:1");
  }

  @Test
  void main_noAgentJar_saysWhatToDo() throws Exception {
    List<String> command = command();
    command.add(4, "-Dratelimit.agent.jar=" + directory.resolve("none.jar"));
    Ended demo = run(command);
    assertThat(demo.exit).isEqualTo(2);
    assertThat(demo.stderr).contains("none.jar").contains("build it first");
  }

  @Test
  void main_interrupted_leavesNothingBehind() throws Exception {
    Process demo = start(command("--without-agent"));
    Path out = directory.resolve("out");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.readString(out).contains("granted") && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    List<ProcessHandle> children = demo.descendants().toList();
    assertThat(children).hasSizeGreaterThanOrEqualTo(4); // a Redis and three workers
    demo.destroy();
    assertThat(demo.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(children).noneMatch(ProcessHandle::isAlive);
    assertThat(directory.resolve("tmp")).isEmptyDirectory();
    assertThat(Files.readString(directory.resolve("err"))).isEmpty();
  }

  private static Matcher lastLine(Ended demo) {
    List<String> lines = demo.stdout.lines().toList();
    Matcher last = LAST_LINE.matcher(lines.get(lines.size() - 1));
    assertThat(last.matches()).as(demo.stdout).isTrue();
    return last;
  }

  private List<String> command(String... arguments) throws IOException {
    Path temporary = Files.createDirectories(directory.resolve("tmp"));
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Djava.io.tmpdir=" + temporary,
                "-Ddemo.directory=" + directory,
                "-Dratelimit.agent.jar=" + AgentRun.JAR,
                "-cp",
                System.getProperty("java.class.path"),
                Demo.class.getName()));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  private Process start(List<String> command) throws IOException {
    File out = directory.resolve("out").toFile();
    File err = directory.resolve("err").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
    builder.environment().keySet().remove("REDIS_URI");
    builder.environment().put("DEMO_JAVA", workersJava);
    return builder.start();
  }

  private Ended run(String... arguments) throws Exception {
    return run(command(arguments));
  }

  private Ended run(List<String> command) throws Exception {
    Process demo = start(command);
    try {
      assertThat(demo.waitFor(120, TimeUnit.SECONDS)).as("the demo ends").isTrue();
    } finally {
      demo.destroy();
    }
    return new Ended(
        demo.exitValue(),
        Files.readString(directory.resolve("out"), UTF_8),
        Files.readString(directory.resolve("err"), UTF_8));
  }

  private record Ended(int exit, String stdout, String stderr) {}
}
