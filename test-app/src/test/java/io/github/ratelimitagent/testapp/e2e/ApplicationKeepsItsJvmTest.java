package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the application had without the agent, it has with it. */
class ApplicationKeepsItsJvmTest {
  private static final String MAIN = "io.github.ratelimitagent.testapp.cases.PlainApplication";

  static List<Jdk> jdks() {
    return Jdk.all();
  }

  private static String withoutServer(int capacity) {
    return """
        ratelimit.limits.plain {
          method = "%s.limited()"
          capacity = %d
          refill = 1 per 1h
        }
        """
        .formatted(MAIN, capacity);
  }

  private static String withRedis(int capacity) {
    return """
        ratelimit.redis { uri = "%s", key-prefix = "%s", deadline = 2 s, on-redis-failure = deny }
        """
            .formatted(TestRedis.uri(), TestRedis.freshPrefix())
        + withoutServer(capacity);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void otel8318_jmxExporter196_allIsWell_stdoutIsTheApplicationsAndStderrIsEmptyAndTheJvmExits(
      Jdk jdk) {
    assertThat(AgentRun.on(jdk).config(withRedis(100)).run(MAIN).isQuietSuccess().stdout())
        .isEqualToIgnoringNewLines("allowed=10");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void otel11143_inspectIT1465_quarkus2152_ownLogManagerAndMBeanServer_stayItsOwn(Jdk jdk) {
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(withRedis(4))
            .option("-Djava.util.logging.manager=" + MAIN + "$OwnLogManager")
            .option("-Djavax.management.builder.initial=" + MAIN + "$OwnServerBuilder")
            .args("jvm")
            .run(MAIN)
            .isSuccess();

    assertThat(result.lines())
        .containsExactly(
            "allowed=4", "logManager=OwnLogManager", "mbeanServer=own", "context=true");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void kanela114_noTemporaryFolder_works(Jdk jdk) {
    AgentRun.Result result =
        AgentRun.on(jdk).config(withRedis(4)).option("-Djava.io.tmpdir=/nonexistent").run(MAIN);

    // newer JVMs themselves warn of the missing folder
    assertThat(result.lines()).containsExactly("allowed=4");
    assertThat(result.stderr()).doesNotContain("ERROR");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void kanela155_applicationWithConfigFilesOfItsOwn_theyAreNeitherReadNorDisturbed(
      Jdk jdk, @TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("application.conf"), "ratelimit { this is no hocon");
    Files.writeString(folder.resolve("reference.conf"), "ratelimit { nor is this");
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(withoutServer(4))
            .option("-Dconfig.file=" + folder.resolve("missing.conf"))
            .addToClassPath(folder)
            .run(MAIN)
            .isSuccess();

    assertThat(result.lines()).containsExactly("allowed=4");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void otel9702_attachedTwice_oneAgentAndAClearMessage(Jdk jdk) {
    String config = AgentRun.write(withoutServer(4)).toString();
    AgentRun.Result result =
        AgentRun.on(jdk)
            .agentArgument(config)
            .option("-javaagent:" + AgentRun.JAR + "=" + config)
            .run(MAIN);

    assertThat(result.lines()).containsExactly("allowed=4");
    assertThat(result.stderr().lines())
        .filteredOn(line -> line.contains("a ratelimit agent limits this JVM already"))
        .hasSize(1);
    assertThat(result.stderr()).doesNotContain("ERROR");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void otel9702_agentsJarOnTheApplicationsClassPath_works(Jdk jdk) {
    assertThat(
            AgentRun.on(jdk)
                .config(withoutServer(4))
                .addToClassPath(AgentRun.JAR)
                .run(MAIN)
                .isSuccess()
                .lines())
        .containsExactly("allowed=4");
  }

  /** The first weave is then part of installing, and what follows it must await the rest. */
  @ParameterizedTest
  @MethodSource("jdks")
  void jdkClassLoadedBeforeTheAgent_isWovenWithoutAWord(Jdk jdk) {
    String loaded =
        "ratelimit.limits.loaded { method = \"java.util.HashMap.clone()\", capacity = 9, refill = 1/s }\n";
    assertThat(
            AgentRun.on(jdk).config(loaded + withoutServer(100)).run(MAIN).isQuietSuccess().lines())
        .containsExactly("allowed=10");
  }

  /** New Relic 2843, dd 7580, spring-boot 47799. */
  @ParameterizedTest
  @MethodSource("jdks")
  void newRelic2843_applicationsArchive_stillGivesItsClasses(Jdk jdk, @TempDir Path folder)
      throws IOException {
    if (jdk.feature() < 17) {
      return; // archives that an application makes at its exit are newer
    }
    Path archive = folder.resolve("application.jsa");
    Path jar = folder.resolve("application.jar");
    Jars.ofFolder(AgentRun.TEST_APP_CLASSES, jar);
    AgentRun.on(jdk)
        .withoutAgent()
        .option("-XX:ArchiveClassesAtExit=" + archive)
        .classPath(jar.toString())
        .run(MAIN);
    assertThat(archive).exists();
    Path loads = folder.resolve("loads.log");
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(withoutServer(100))
            .option("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load:file=" + loads)
            .classPath(jar.toString())
            .run(MAIN)
            .isQuietSuccess();

    // on 25 the JVM itself has a word on stdout about any agent with an archive
    assertThat(result.lines()).contains("allowed=10");
    assertThat(Files.readString(loads))
        .containsPattern("cases\\.Calls source: shared objects file \\(top\\)");
  }

  @Test
  void jdkToolWithJavaToolOptions_isLeftAlone() throws Exception {
    Path home = Path.of(System.getProperty("java.home"));
    ProcessBuilder keytool =
        new ProcessBuilder(home.resolve("bin/keytool").toString(), "-help")
            .redirectErrorStream(true);
    keytool.environment().put("JAVA_TOOL_OPTIONS", "-javaagent:" + AgentRun.JAR + "=missing.conf");
    Process process = keytool.start();
    String output = new String(process.getInputStream().readAllBytes());

    assertThat(process.waitFor()).isZero();
    assertThat(output).contains("keytool").doesNotContain("[ratelimit-agent]");
  }
}
