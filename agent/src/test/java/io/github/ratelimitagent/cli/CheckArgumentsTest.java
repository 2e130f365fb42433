package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where the check finds its configuration and classes, and how it is used wrongly. */
class CheckArgumentsTest extends CheckCommandFixture {
  @Test
  void file_isFoundAsTheAgentWould() {
    command.file("a.conf", limits("a { method = \"a.B.c()\",%s }"));
    command.file("b.conf", limits("b { method = \"a.B.c()\",%s }"));
    command.file("ratelimit.conf", limits("c { method = \"a.B.c()\",%s }"));
    assertThat(command.run("check").stdout()).contains("c (ratelimit.conf:2)");
    command.variable("RATELIMIT_CONFIG", command.path("b.conf"));
    assertThat(command.run("check").stdout()).contains("b (b.conf:2)");
    command.property("ratelimit.config", command.path("a.conf"));
    assertThat(command.run("check").stdout()).contains("a (a.conf:2)");
  }

  @Test
  void overridesAndVariables_apply() {
    command.file(
        "limits.conf", limits("charge { method = \"a.B.c()\",%s }", "redis.uri = ${REDIS_URI}"));
    command.property("ratelimit.limits.charge.capacity", "77");
    command.variable("REDIS_URI", "redis://elsewhere:7");
    assertThat(check().stdout()).contains("(capacity 77)", "redis://elsewhere:7");
  }

  @Test
  void noFile_isWrongUsage() {
    assertWrongUsage(command.run("check"), "no configuration", "check limits.conf");
  }

  @Test
  void missingFile_isWrongUsage() {
    assertWrongUsage(command.run("check", "nosuch.conf"), "nosuch.conf does not exist");
  }

  @Test
  void addressInPlaceOfAFile_isWrongUsageWithoutItsPassword() {
    command.file("limits.conf", CHARGE);
    String address = "redis://u:sEcret@h:6379";
    assertWithoutSecret(
        command.run("check", address), "the argument: is an address", "write: check limits.conf");
    assertWithoutSecret(check(address), "redis://***@h");
    assertWithoutSecret(check("--redis=" + address), "redis://***@h");
    assertWithoutSecret(command.run(address), "redis://***@h");
    command.variable("RATELIMIT_CONFIG", address);
    assertWithoutSecret(command.run("check"), "RATELIMIT_CONFIG: is an address");
  }

  private static void assertWithoutSecret(CommandRun.Result result, String... said) {
    assertWrongUsage(result, said);
    assertThat(result.stderr()).doesNotContain("sEcret");
  }

  @Test
  void folderAsFile_isWrongUsage() {
    assertWrongUsage(command.run("check", folder.toString()), "is a folder");
  }

  @Test
  void missingClassPathEntry_isWrongUsage() {
    command.file("limits.conf", CHARGE);
    assertWrongUsage(check("-cp", command.path("none.jar")), "none.jar does not exist");
  }

  @Test
  void classPathEntryThatIsNoJar_isWrongUsage() {
    command.file("limits.conf", CHARGE);
    assertWrongUsage(check("-cp", command.path("limits.conf")), "limits.conf is not a jar");
  }

  @Test
  void jarWithoutOption_isWrongUsageWithWhatToWrite() {
    command.file("limits.conf", CHARGE);
    assertWrongUsage(
        check("shop.jar"),
        "'shop.jar'",
        "write what the class path has behind --classpath: check limits.conf --classpath app.jar");
    assertThat(check("--nosuch").stderr()).doesNotContain("--classpath app.jar");
  }

  @Test
  void emptyClassPath_isWrongUsage() {
    command.file("limits.conf", CHARGE);
    assertWrongUsage(check("-cp", ""), "class path is empty");
  }

  @Test
  void unknownOption_isWrongUsage() {
    command.file("limits.conf", CHARGE);
    assertWrongUsage(check("--clas"), "--clas", "Try: java -jar ratelimit-agent.jar check --help");
  }

  private static void assertWrongUsage(CommandRun.Result result, String... said) {
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stdout()).isEmpty();
    assertThat(result.stderr()).contains(said);
  }
}
