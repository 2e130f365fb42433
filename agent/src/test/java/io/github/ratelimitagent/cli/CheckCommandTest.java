package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Limited;
import com.acme.PaymentService;
import com.acme.orders.Order;
import io.github.ratelimitagent.testing.JarMaker;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  private static final String CHARGE =
      limits("charge { method = \"com.acme.PaymentService.charge(String)\",%s }");

  @TempDir Path folder;
  private CommandRun command;

  @BeforeEach
  void shop() {
    command = new CommandRun(folder);
    shopClasses("").write(folder.resolve("shop.jar"));
  }

  @Test
  void correctFile_withoutClassPath_isDescribed() {
    command.file("limits.conf", CHARGE);
    CommandRun.Result result = check();
    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr()).isEmpty();
    assertThat(result.lines())
        .endsWith(
            "charge (limits.conf:2)",
            "  figures      5/s (capacity 10)",
            "  key          charge",
            "  when empty   throws RateLimitExceededException",
            "  methods      com.acme.PaymentService.charge(String)",
            "",
            "Without --classpath it is not known which methods the patterns cover, nor whether the"
                + " methods have",
            "    what the templates speak of.",
            "1 limit, the configuration is correct");
  }

  @Test
  void everyField_isDescribed() {
    command.file(
        "limits.conf",
        limits(
            "full { method = [\"com.acme.A.b(..)\", \"com.acme.C.d(..)\"]\n"
                + "exclude = \"com.acme.A.b(int)\", key = \"user:{0}\", permits = \"{1}\"\n"
                + "when { \"{0.plan}\" = [trial, free] }, mode = observe, nested = each\n"
                + "when-empty = block, max-wait = 1500ms, on-redis-failure = deny,%s }",
            "redis.uri = \"redis://cache:6379\""));
    assertThat(check().lines())
        .contains(
            "  key          user:{0}",
            "  permits      {1}",
            "  only when    {0.plan} is free or trial",
            "  mode         observe: counts what it would deny, lets every call through",
            "  when empty   waits at most 1500ms, then throws RateLimitExceededException",
            "  no Redis     rejects calls",
            "  nested       each: a call within a call of it counts too",
            "  methods      com.acme.A.b(..)",
            "               com.acme.C.d(..)",
            "  exclude      com.acme.A.b(int)");
  }

  @Test
  void redisAddress_isShownWithoutItsPassword() {
    command.file(
        "limits.conf",
        limits("charge { method = \"a.B.c()\",%s }", "redis.uri = \"redis://me:secret@cache:1\""));
    CommandRun.Result result = check();
    assertThat(result.stdout()).contains("@cache:1").doesNotContain("secret");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void disabledLimit_isShownAsSuch_andNotChecked() {
    command.file(
        "limits.conf",
        limits("off { method = \"com.acme.None.x()\", enabled = false,%s }") + "\n" + CHARGE);
    CommandRun.Result result = check("-cp", command.path("shop.jar"));
    assertThat(result.lines()).contains("off (limits.conf:2): disabled");
    assertThat(result.verdict()).isEqualTo("1 limit (and 1 disabled): 1 covering methods");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void everythingDisabled_isSaid() {
    command.file("limits.conf", CHARGE);
    assertThat(
            command
                .property("ratelimit.enabled", "false")
                .run("check", command.path("limits.conf"))
                .stdout())
        .contains("warning: enabled = false, so the agent limits nothing");
  }

  @Test
  void wrongConfiguration_isReportedCompletely() {
    command.file(
        "limits.conf",
        """
        ratelimit.limits {
          charge { method = "com.acme.PaymentService.charge(..", capacity = 10, refill = 5/s }
          pay { method = "com.acme.PaymentService.pay()", capasity = 10, refill = 5/s }
        }
        """);
    CommandRun.Result result = check();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout())
        .contains("problem: limits.conf:2: ", "problem: limits.conf:3: ", "capacity");
    assertThat(result.verdict()).matches("\\d problems, the agent would limit nothing");
  }

  @Test
  void caretOfAProblem_staysUnderItsCharacter() {
    command.file("limits.conf", limits("charge { method = \"com.acme.Pay.charge(..\",%s }"));
    CommandRun.Result result = check();
    int caretLine = 0;
    while (!result.lines().get(caretLine).trim().equals("^")) {
      caretLine++;
    }
    String caret = result.lines().get(caretLine);
    assertThat(result.lines().get(caretLine - 1).substring(0, caret.length() - 1))
        .endsWith("com.acme.Pay.charge(..");
  }

  @Test
  void coveringLimit_listsItsMethods() {
    command.file("limits.conf", CHARGE);
    CommandRun.Result result = check("--classpath", command.path("shop.jar"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.lines())
        .contains("  covers       com.acme.PaymentService.charge(String)")
        .doesNotContain("Without --classpath");
    assertThat(result.verdict()).isEqualTo("1 limit: 1 covering methods");
  }

  @Test
  void springBootJar_isRead() {
    shopClasses("BOOT-INF/classes/")
        .add("BOOT-INF/lib/orders.jar", JarMaker.jar().add("", Order.class))
        .write(folder.resolve("boot.jar"));
    command.file(
        "limits.conf",
        limits(
            "charge { method = \"com.acme.PaymentService.charge(String)\",%1$s }\n"
                + "order { method = \"com.acme.orders.Order.new(..)\",%1$s }"));
    CommandRun.Result result = check("-cp", command.path("boot.jar"));
    assertThat(result.verdict()).isEqualTo("2 limits: 2 covering methods");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void severalEntries_areSeparatedAsOnTheJavaCommandLine() {
    JarMaker.jar().add("", Order.class).write(folder.resolve("lib/orders.jar"));
    command.file("limits.conf", limits("order { method = \"com.acme.orders.Order.new(..)\",%s }"));
    String path = command.path("shop.jar") + File.pathSeparator + command.path("lib/*");
    assertThat(check("-cp", path).exitCode()).isZero();
  }

  @Test
  void limitThatCoversNothing_isAProblemWithNearNames() {
    command.file(
        "limits.conf",
        limits(
            "charge { method = \"com.acme.PaymentService.charge(String)\",%1$s }\n"
                + "pay { method = \"com.acme.PaymentServise.charge(..)\",%1$s }"));
    CommandRun.Result result = check("-cp", command.path("shop.jar"));
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stdout())
        .contains("  covers       nothing", "did you mean com.acme.PaymentService?");
    assertThat(result.verdict())
        .isEqualTo("2 limits: 1 covering methods, 1 covering none, 1 problem");
  }

  @Test
  void templateThatCannotBind_isAProblem() {
    command.file(
        "limits.conf",
        limits(
            "charge { method = \"com.acme.PaymentService.charge(..)\", key = \"{userId}\",%s }"));
    CommandRun.Result result = check("-cp", command.path("shop.jar"));
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stdout()).contains("  problem      com.acme.PaymentService.charge(int[]");
    assertThat(result.verdict()).isEqualTo("1 limit: 1 covering methods, 1 problem");
  }

  @Test
  void warnings_doNotFailTheCheck() {
    command.file("limits.conf", limits("all { method = \"com.acme.PaymentService.*(..)\",%s }"));
    CommandRun.Result result = check("-cp", command.path("shop.jar"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout()).contains("  warning      com.acme.PaymentService.sign() is native");
    assertThat(result.verdict()).isEqualTo("1 limit: 1 covering methods, 2 warnings");
  }

  @Test
  void classesThatCannotBeChecked_areCountedOnce_andNamedOnDemand() {
    shopClasses("")
        .add("com/acme/A.class", "no class".getBytes())
        .add("com/acme/B.class", "no class".getBytes())
        .write(folder.resolve("odd.jar"));
    command.file(
        "limits.conf",
        limits(
            "a { method = \"com.acme.*.charge(..)\",%1$s }\n"
                + "b { method = \"com.acme.*.refund(..)\",%1$s }"));
    CommandRun.Result result = check("-cp", command.path("odd.jar"));
    assertThat(result.lines())
        .containsOnlyOnce(
            "warning: 2 classes cannot be read and would not be limited (--all names the classes)");
    assertThat(result.verdict()).isEqualTo("2 limits: 2 covering methods, 1 warning");
    assertThat(check("-cp", command.path("odd.jar"), "--all").lines())
        .contains("    com.acme.A: its class file is damaged, or of another class")
        .contains("    com.acme.B: its class file is damaged, or of another class");
  }

  @Test
  void manyMethods_areShownInPart_andWholeOnDemand() {
    command.file("limits.conf", limits("many { method = \"com.acme.Many.*(..)\",%s }"));
    JarMaker.jar()
        .add("com/acme/Many.class", ManyMethods.classFile("com.acme.Many", 23))
        .write(folder.resolve("many.jar"));
    String jar = command.path("many.jar");
    assertThat(check("-cp", jar).lines())
        .contains("               and 3 more (--all shows them)")
        .filteredOn(line -> line.contains("com.acme.Many.m"))
        .hasSize(20);
    assertThat(check("-cp", jar, "--all").lines())
        .noneMatch(line -> line.contains(" more "))
        .filteredOn(line -> line.contains("com.acme.Many.m"))
        .hasSize(23);
  }

  @Test
  void warningsOfTheSettings_areShown() {
    command.file("limits.conf", CHARGE);
    command.property("ratelimit.foo", "1");
    assertThat(check().stdout()).contains("warning: ", "ratelimit.foo");
  }

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

  private CommandRun.Result check(String... options) {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "check";
    arguments[1] = command.path("limits.conf");
    System.arraycopy(options, 0, arguments, 2, options.length);
    CommandRun.Result result = command.run(arguments);
    assertThat(result.lines()).allMatch(line -> line.length() <= 100);
    return result;
  }

  private static JarMaker shopClasses(String under) {
    return JarMaker.jar().add(under, PaymentService.class).add(under, Limited.class);
  }

  private static String limits(String format, String... others) {
    return String.join("", "ratelimit.limits {\n", format.replace("%1$s", "%s"), "\n}\n")
            .replace("%s", " capacity = 10, refill = 5/s")
        + (others.length == 0 ? "" : "ratelimit." + String.join("\nratelimit.", others) + "\n");
  }
}
