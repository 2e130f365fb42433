package io.github.ratelimitagent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdkToolTest {
  private static final String AGENT = File.pathSeparator + "/opt/ratelimit-agent.jar";

  @ParameterizedTest
  @CsvSource({
    "sun.tools.jcmd.JCmd 4711 VM.flags, /opt/jdk8/lib/tools.jar, 1.8",
    "com.sun.tools.javac.Main App.java, /opt/jdk8/lib/tools.jar, 1.8",
    "sun.security.tools.keytool.Main -list, ., 1.8",
    "jdk.jcmd/sun.tools.jcmd.JCmd 4711 VM.flags, '', 11",
    "java.base/sun.security.tools.keytool.Main -list, '', 17",
    "java.rmi/sun.rmi.registry.RegistryImpl, '', 25",
    "jdk.compiler/com.sun.tools.javac.Main App.java, '', 27",
  })
  void isTool_commandOfTheJdk(String command, String classPath, String version) {
    assertThat(JdkTool.isTool(command, classPath + AGENT, version)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Main, app.jar, 1.8",
    "sunny.Main, ., 1.8",
    "com.acme.app/com.acme.Main, '', 17",
    "sun.jar, sun.jar, 1.8",
    "jdk.tools-app.jar 1 2, jdk.tools-app.jar, 17",
    "d/sun.shop.jar, d/sun.shop.jar, 1.8",
    "jdk.d/shop.jar, jdk.d/shop.jar, 17",
    "sun.my shop.jar 1, sun.my shop.jar, 1.8",
    "jdk.apps/shop 1, jdk.apps/shop, 17",
    "sun.shop.Main, classes, 17",
    "jdk.compiler/com.sun.tools.javac.launcher.Main App.java, '', 11",
    "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher App.java, '', 27",
    "'', '', 17",
  })
  void isTool_application_isNone(String command, String classPath, String version) {
    assertThat(JdkTool.isTool(command, classPath + AGENT, version)).isFalse();
  }
}
