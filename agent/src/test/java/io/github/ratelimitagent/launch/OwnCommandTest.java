package io.github.ratelimitagent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.api.Test;

final class OwnCommandTest {
  private static final File JAR = new File("some folder/ratelimit-agent.jar").getAbsoluteFile();

  @Test
  void ownJar_isOurs() {
    String written = "some folder/ratelimit-agent.jar";

    assertThat(OwnCommand.isOf(JAR, written + " check a.conf", written)).isTrue();
    assertThat(OwnCommand.isOf(JAR, written, written)).isTrue();
    assertThat(OwnCommand.isOf(JAR, JAR.getPath() + " --version", JAR.getPath())).isTrue();
  }

  @Test
  void applications_areNot() {
    String jar = JAR.getPath();

    assertThat(OwnCommand.isOf(JAR, "app.jar " + jar, "app.jar")).isFalse();
    assertThat(OwnCommand.isOf(JAR, "com.acme.Main", jar + File.pathSeparator + "app.jar"))
        .isFalse();
    assertThat(OwnCommand.isOf(JAR, "", "")).isFalse();
    assertThat(OwnCommand.isOf(JAR, "other/ratelimit-agent.jar", "other/ratelimit-agent.jar"))
        .isFalse();
  }
}
