package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.PaymentService;
import com.acme.orders.Order;
import io.github.ratelimitagent.testing.JarMaker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the check says of limits and the classes that they are to cover. */
class CheckClassPathTest extends CheckCommandFixture {
  @Test
  void coveringLimit_listsItsMethods() {
    command.file("limits.conf", CHARGE);
    CommandRun.Result result = check("--classpath", command.path("shop.jar"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.lines())
        .contains("  covers       com.acme.PaymentService.charge(String)")
        .doesNotContain("Without --classpath");
    assertThat(result.verdict()).isEqualTo("1 limit: 1 covers methods");
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
    assertThat(result.verdict()).isEqualTo("2 limits: 2 cover methods");
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
    assertThat(result.verdict()).isEqualTo("2 limits: 1 covers methods, 1 covers none, 1 problem");
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
    assertThat(result.verdict()).isEqualTo("1 limit: 1 covers methods, 1 problem");
  }

  @Test
  void warnings_doNotFailTheCheck() {
    command.file("limits.conf", limits("all { method = \"com.acme.PaymentService.*(..)\",%s }"));
    CommandRun.Result result = check("-cp", command.path("shop.jar"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout()).contains("  warning      com.acme.PaymentService.sign() is native");
    assertThat(result.verdict()).isEqualTo("1 limit: 1 covers methods, 2 warnings");
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
    assertThat(result.verdict()).isEqualTo("2 limits: 2 cover methods, 1 warning");
    assertThat(check("-cp", command.path("odd.jar"), "--all").lines())
        .contains("    com.acme.A: its class file is damaged")
        .contains("    com.acme.B: its class file is damaged");
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
  void templateThatFitsNoMethod_isOneProblemWithACount() {
    command.file(
        "limits.conf",
        limits("pay { method = \"com.acme.PaymentService.*(..)\", key = \"{userIdd}:{2}\",%s }"));
    CommandRun.Result result = check("-cp", command.path("shop.jar"));
    assertThat(result.stdout())
        .containsOnlyOnce("has no parameter 'userIdd'; did you mean userId")
        .containsPattern("and \\d+ more alike \\(--all shows them\\)");
    CommandRun.Result all = check("-cp", command.path("shop.jar"), "--all");
    assertThat(all.stdout()).doesNotContain("more alike");
    assertThat(all.stdout().split("no parameter 'userIdd'")).hasSizeGreaterThan(4);
  }

  @Test
  void folderAboveOrBelowTheClasses_isToldWithTheRightOne() throws IOException {
    shopClasses("").write(folder.resolve("shop.jar"));
    Path classes = folder.resolve("target/classes");
    Path payment = classes.resolve("com/acme/PaymentService.class");
    Files.createDirectories(payment.getParent());
    Files.write(payment, JarMaker.classFile(PaymentService.class));
    command.file("limits.conf", CHARGE);

    for (String wrong : new String[] {"target", "target/classes/com", "target/classes/com/acme"}) {
      CommandRun.Result result = check("-cp", command.path(wrong));
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.stdout().replaceAll("\\s+", ""))
          .as(wrong)
          .contains(
              "noclasscom.acme.PaymentServiceisontheclasspath,butitisintarget/classes:"
                  + "write--classpathtarget/classes");
    }
    assertThat(check("-cp", command.path("target/classes")).exitCode()).isZero();
  }

  @Test
  void classPathWithoutClasses_isWrongUsage() throws IOException {
    Files.createDirectories(folder.resolve("src/com/acme"));
    command.file("limits.conf", CHARGE);
    CommandRun.Result result = check("-cp", command.path("src"));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stderr()).contains("class path: no class files are in");
  }

  @Test
  void warningsOfTheConfiguration_areCountedInTheLastLine() {
    command.file(
        "limits.conf",
        limits(
            "charge { method = \"com.acme.PaymentService.charge(String)\",%1$s }\n"
                + "charge { capacity = 11 }"));
    assertThat(check("-cp", command.path("shop.jar")).verdict())
        .isEqualTo("1 limit: 1 covers methods, 1 warning");
    assertThat(check().verdict()).isEqualTo("1 limit, the configuration is correct, 1 warning");
  }
}
