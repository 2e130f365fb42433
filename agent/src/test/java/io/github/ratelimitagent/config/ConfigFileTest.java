package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  private static final Map<String, String> NONE = Map.of();
  private static final Map<String, String> PROPERTY = Map.of("ratelimit.config", "property.conf");
  private static final Map<String, String> VARIABLE = Map.of("RATELIMIT_CONFIG", "variable.conf");

  @TempDir Path folder;

  @Test
  void find_agentArgument_comesFirst() throws ConfigException {
    assertThat(ConfigFile.find("argument.conf", jar(), PROPERTY, VARIABLE))
        .isEqualTo(new File("argument.conf"));
  }

  @Test
  void find_blankArgument_givesProperty() throws ConfigException {
    assertThat(ConfigFile.find(" ", jar(), PROPERTY, VARIABLE))
        .isEqualTo(new File("property.conf"));
  }

  @Test
  void find_noProperty_givesVariable() throws ConfigException {
    assertThat(ConfigFile.find(null, jar(), NONE, VARIABLE)).isEqualTo(new File("variable.conf"));
  }

  @Test
  void find_nothingGiven_givesFileBesideJar() throws Exception {
    Path beside = Files.createFile(folder.resolve("ratelimit.conf"));
    assertThat(ConfigFile.find(null, jar(), NONE, NONE)).isEqualTo(beside.toFile());
  }

  @Test
  void find_givenFileMissing_isNotReplacedByAnother() throws Exception {
    Files.createFile(folder.resolve("ratelimit.conf"));
    assertThat(ConfigFile.find("missing.conf", jar(), NONE, NONE))
        .isEqualTo(new File("missing.conf"));
  }

  @Test
  void find_nowhere_saysWhereItLooked() {
    assertThatThrownBy(() -> ConfigFile.find(null, jar(), NONE, NONE))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("argument: not given")
        .hasMessageContaining("-Dratelimit.config: not set")
        .hasMessageContaining("RATELIMIT_CONFIG in the environment: not set")
        .hasMessageContaining(folder.resolve("ratelimit.conf") + ": does not exist")
        .hasMessageContaining("write -javaagent:agent.jar=limits.conf");
  }

  @Test
  void find_folderBesideJar_isNoFile() throws IOException {
    Files.createDirectory(folder.resolve("ratelimit.conf"));
    assertThatThrownBy(() -> ConfigFile.find(null, jar(), NONE, NONE))
        .isInstanceOf(ConfigException.class);
  }

  private File jar() {
    return folder.resolve("agent.jar").toFile();
  }
}
