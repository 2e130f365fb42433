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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://u:sEcret@h:6379",
        "rediss+sentinel://u:sEcret@h/m",
        " REDIS://:sEcret@h",
        "https://h/sEcret",
        "redis:u:sEcret@h",
        "u:sEcret@h:6379",
        ":sE/cret@h",
      })
  void find_addressInPlaceOfAFile_isRefusedWithoutIt(String address) {
    assertRefused("the argument", address, NONE, VARIABLE);
    assertRefused("-Dratelimit.config", null, Map.of("ratelimit.config", address), VARIABLE);
    assertRefused("RATELIMIT_CONFIG", null, NONE, Map.of("RATELIMIT_CONFIG", address));
  }

  private void assertRefused(
      String by, String argument, Map<String, String> properties, Map<String, String> variables) {
    assertThatThrownBy(() -> ConfigFile.find(argument, jar(), properties, variables))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            by
                + ": is an address (not shown, it may hold a password): wanted the name of a file,"
                + " with the address in it as ratelimit.redis.uri")
        .hasMessageContaining("write -javaagent:agent.jar=limits.conf")
        .hasMessageNotContaining("sE")
        .hasMessageNotContaining("cret");
  }

  @Test
  void find_fileWhoseNameLooksLikeALogin_isThatFile() throws Exception {
    Path file = Files.createFile(folder.resolve("a:b@c.conf"));
    assertThat(ConfigFile.find(file.toString(), jar(), NONE, NONE)).isEqualTo(file.toFile());
  }

  private File jar() {
    return folder.resolve("agent.jar").toFile();
  }
}
