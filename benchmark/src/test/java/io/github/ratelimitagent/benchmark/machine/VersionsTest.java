package io.github.ratelimitagent.benchmark.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VersionsTest {
  @Test
  void add_jar_readsItsName() {
    Versions versions = new Versions();
    versions.add(Path.of("lib/bucket4j_jdk17-core-8.17.0.jar"));
    versions.add(Path.of("lib/ratelimit-agent-0.1.0-SNAPSHOT-classes.jar"));
    versions.add(Path.of("lib/without-version.jar"));

    assertThat(versions.all())
        .containsExactly(
            entry("bucket4j_jdk17-core", "8.17.0"), entry("ratelimit-agent", "0.1.0-SNAPSHOT"));
  }
}
