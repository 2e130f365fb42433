package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.JarMaker;
import java.nio.file.Path;
import java.util.jar.Attributes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RateLimitCommandTest {
  @TempDir Path folder;
  private CommandRun command;

  @BeforeEach
  void command() {
    command = new CommandRun(folder);
  }

  @Test
  void noCommand_printsUsageAsAnError() {
    CommandRun.Result result = command.run();
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stdout()).isEmpty();
    assertThat(result.stderr())
        .startsWith("Usage: java -jar ratelimit-agent.jar ")
        .contains("check", "-javaagent:ratelimit-agent.jar=limits.conf");
  }

  @Test
  void help_printsUsage() {
    CommandRun.Result result = command.run("--help");
    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout()).startsWith("Usage: java -jar ratelimit-agent.jar ");
    assertThat(result.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void helpOfCheck_namesOptionsAndExitCodes() {
    CommandRun.Result result = command.run("check", "--help");
    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout()).contains("--classpath", "--all", "[FILE]", "Exit codes:");
    assertThat(result.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void version_isThatOfTheManifest() {
    JarMaker.with(Attributes.Name.IMPLEMENTATION_VERSION, "1.2.3")
        .write(folder.resolve("ratelimit-agent.jar"));
    CommandRun.Result result = command.run("--version");
    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout()).isEqualTo("ratelimit-agent 1.2.3" + System.lineSeparator());
  }

  @Test
  void version_withoutManifest_isUnknown() {
    assertThat(command.run("--version").stdout().trim()).isEqualTo("ratelimit-agent unknown");
    JarMaker.jar().write(folder.resolve("ratelimit-agent.jar"));
    assertThat(command.run("--version").stdout().trim()).isEqualTo("ratelimit-agent unknown");
  }

  @Test
  void misspeltCommand_suggestsTheRightOne() {
    CommandRun.Result result = command.run("chek");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stdout()).isEmpty();
    assertThat(result.stderr())
        .contains("'chek'", "Did you mean", "Try: java -jar ratelimit-agent.jar --help");
  }

  @Test
  void argumentThatBeginsWithAt_isNotReadAsAFileOfArguments() {
    command.file("arguments", "--version");
    CommandRun.Result result = command.run("@" + command.path("arguments"));
    assertThat(result.exitCode()).isEqualTo(2);
  }
}
