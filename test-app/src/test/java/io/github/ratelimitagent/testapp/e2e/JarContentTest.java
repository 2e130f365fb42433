package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What is in the distributed jar, and what is not. */
class JarContentTest {
  private static final int JAVA_8 = 52;

  @Test
  void entries_outsideTheIsolatedFolder_areTheExceptionAndTheLauncherOnly() throws IOException {
    List<String> visible = new ArrayList<>();
    try (JarFile jar = new JarFile(AgentRun.JAR.toFile())) {
      jar.stream()
          .filter(entry -> !entry.isDirectory())
          .map(JarEntry::getName)
          .filter(name -> !name.startsWith("isolated/") && !name.startsWith("META-INF/"))
          .forEach(visible::add);
    }
    assertThat(visible)
        .contains("io/github/ratelimitagent/RateLimitExceededException.class")
        .allMatch(
            name ->
                name.matches(
                    "io/github/ratelimitagent/"
                        + "(RateLimitExceededException(\\$Reason)?|launch/[A-Za-z$]+)\\.class"));
  }

  @Test
  void entries_inTheIsolatedFolder_areInvisibleToOtherClassLoaders() throws IOException {
    try (JarFile jar = new JarFile(AgentRun.JAR.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName).filter(name -> name.startsWith("isolated/")))
          .noneMatch(name -> name.endsWith(".class"))
          .contains(
              "isolated/java/lang/RateLimitGate.classdata",
              "isolated/io/github/ratelimitagent/store/redis/token_bucket.lua");
    }
  }

  @Test
  void metaInf_hasTheLicencesAndNoServicesOrSignatures() throws IOException {
    try (JarFile jar = new JarFile(AgentRun.JAR.toFile())) {
      assertThat(
              jar.stream()
                  .filter(entry -> !entry.isDirectory())
                  .map(JarEntry::getName)
                  .filter(name -> name.startsWith("META-INF/")))
          .containsExactlyInAnyOrder("META-INF/MANIFEST.MF", "META-INF/LICENSE", "META-INF/NOTICE");
    }
  }

  @Test
  void everyClass_isJava8Bytecode() throws IOException {
    try (JarFile jar = new JarFile(AgentRun.JAR.toFile())) {
      List<JarEntry> classes =
          jar.stream().filter(e -> e.getName().matches(".*\\.class(data)?")).toList();
      assertThat(classes).hasSizeGreaterThan(1000);
      for (JarEntry entry : classes) {
        try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
          assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
          in.readUnsignedShort();
          assertThat(in.readUnsignedShort()).as(entry.getName()).isLessThanOrEqualTo(JAVA_8);
        }
      }
    }
  }

  @Test
  void manifest_namesTheEntryPointsAndTouchesNoBootClassPath() throws IOException {
    try (JarFile jar = new JarFile(AgentRun.JAR.toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue("Premain-Class"))
          .isEqualTo("io.github.ratelimitagent.launch.AgentMain");
      assertThat(manifest.getValue("Agent-Class"))
          .isEqualTo("io.github.ratelimitagent.launch.AgentMain");
      assertThat(manifest.getValue("Main-Class"))
          .isEqualTo("io.github.ratelimitagent.launch.CliMain");
      assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
      assertThat(manifest.getValue("Boot-Class-Path")).isNull();
    }
  }

  @Test
  void jar_isBelow9MegabytesAndHasAnSbomBesideIt() throws IOException {
    assertThat(Files.size(AgentRun.JAR)).isLessThan(9_000_000);
    assertThat(Files.readString(AgentRun.JAR.resolveSibling("ratelimit-agent.cdx.json")))
        .contains("\"asm\"", "\"jedis\"", "\"picocli\"");
  }
}
