package io.github.ratelimitagent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may refer to whom. */
@AnalyzeClasses(
    packages = "io.github.ratelimitagent",
    importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  private static final String BASE = "io.github.ratelimitagent";
  private static final String[] JDK = {"java..", "org.jspecify.."};

  @ArchTest static final ArchRule root = mayOnlyUse("", BASE);
  @ArchTest static final ArchRule launch = mayOnlyUse(".launch");
  @ArchTest static final ArchRule gate = mayOnlyUse(".gate");
  @ArchTest static final ArchRule match = mayOnlyUse(".match..");

  @ArchTest
  static final ArchRule classfile =
      mayOnlyUse(".classfile..", BASE + ".match..", "org.objectweb.asm..");

  @ArchTest static final ArchRule metrics = mayOnlyUse(".metrics..");

  @ArchTest
  static final ArchRule limit = mayOnlyUse(".limit..", BASE, BASE + ".gate", BASE + ".metrics..");

  @ArchTest
  static final ArchRule store = mayOnlyUse(".store", BASE + ".limit..", BASE + ".metrics..");

  @ArchTest
  static final ArchRule redis =
      mayOnlyUse(
          ".store.redis..",
          BASE + ".limit..",
          "redis.clients.jedis..",
          "dev.failsafe..",
          "javax.net.ssl..",
          "javax.crypto..",
          "javax.security.auth.x500..");

  @ArchTest
  static final ArchRule config =
      mayOnlyUse(".config..", BASE + ".limit..", BASE + ".match..", "com.typesafe.config..");

  @ArchTest
  static final ArchRule instrument =
      mayOnlyUse(
          ".instrument..",
          BASE + ".limit..",
          BASE + ".match..",
          BASE + ".metrics..",
          BASE + ".gate",
          BASE + ".classfile",
          "org.objectweb.asm..");

  @ArchTest
  static final ArchRule nobodyUsesTheCompositionRoot =
      noClasses()
          .that()
          .resideOutsideOfPackages(BASE + ".agent..", BASE + ".cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(BASE + ".agent..", BASE + ".cli..");

  @ArchTest
  static final ArchRule onlyTheCommandLineUsesPicocli =
      noClasses()
          .that()
          .resideOutsideOfPackage(BASE + ".cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching(BASE + ".(*)..").should().beFreeOfCycles();

  private static ArchRule mayOnlyUse(String packageName, String... others) {
    String[] allowed = new String[others.length + JDK.length + 1];
    allowed[0] = BASE + packageName;
    System.arraycopy(JDK, 0, allowed, 1, JDK.length);
    System.arraycopy(others, 0, allowed, 1 + JDK.length, others.length);
    return classes()
        .that()
        .resideInAPackage(BASE + packageName)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed);
  }
}
