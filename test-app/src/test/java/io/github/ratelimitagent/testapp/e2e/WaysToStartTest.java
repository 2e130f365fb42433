package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications that are started in other ways than by a main class, and with fewer permissions. */
class WaysToStartTest {
  private static final String SOURCE =
      """
      public class Shop {
        private final String tenant = "acme";

        static class Order {
          private final String id = "o1";
        }

        void pay(Order order) {}

        public static void main(String[] arguments) {
          int paid = 0;
          for (int i = 0; i < 10; i++) {
            try {
              new Shop().pay(new Order());
              paid++;
            } catch (RuntimeException denied) {
              // not counted
            }
          }
          System.out.println("paid=" + paid);
        }
      }
      """;
  private static final String LIMIT =
      "ratelimit.limits.pay { method = \"Shop.pay(..)\", capacity = 4, refill = 1/h, ";

  @TempDir Path folder;

  static List<Jdk> jdks() {
    return Jdk.all();
  }

  static List<Jdk> withSourceLauncher() {
    return Jdk.atLeast(11);
  }

  /** Later ones need no option, or refuse it. */
  static List<Jdk> withSecurityManager() {
    return Jdk.all().stream().filter(jdk -> jdk.feature() <= 17).toList();
  }

  private static String limit(String more) {
    return LIMIT + more + " }\n";
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void jarWithTheNameOfAToolOfTheJdk_isAnApplication(Jdk jdk) throws IOException {
    Path classes = Compiler.compile8(folder, Map.of("Shop.java", SOURCE));
    Path manifest = Files.createDirectories(classes.resolve("META-INF")).resolve("MANIFEST.MF");
    Files.writeString(manifest, "Manifest-Version: 1.0\nMain-Class: Shop\n");
    for (String name : List.of("sun.jar", "jdk.tools-app.jar", "sun.our shop.jar")) {
      Jars.ofFolder(classes, folder.resolve(name));
      // as it is written, so it is reported: without the folder
      AgentRun run = AgentRun.on(jdk).config(limit("")).in(folder);
      assertThat(run.runJar(Path.of(name)).isSuccess().lines()).containsExactly("paid=4");
    }
  }

  @ParameterizedTest
  @MethodSource("withSourceLauncher")
  void sourceFile_isAnApplication(Jdk jdk) throws IOException {
    Path source = Files.writeString(folder.resolve("Shop.java"), SOURCE);
    AgentRun run = AgentRun.on(jdk).config(limit("")).option("-Xmx256m");
    assertThat(run.runSource(source).isSuccess().lines()).containsExactly("paid=4");
  }

  @ParameterizedTest
  @MethodSource("withSecurityManager")
  void securityManager_theAgentUsesItsOwnPermissions(Jdk jdk) throws IOException {
    Path classes = Compiler.compile8(folder, Map.of("Shop.java", SOURCE));
    Path policy = folder.resolve("agent.policy");
    Files.writeString(
        policy,
        "grant codeBase \""
            + AgentRun.JAR.toUri()
            + "\" { permission java.security.AllPermission; };");
    for (String setting :
        List.of(
            "key = \"{this.tenant}:{order.id}\"",
            "key = \"{Integer.valueOf(7)}\"",
            "exception = \"java.lang.IllegalStateException\"")) {
      AgentRun.Result result =
          AgentRun.on(jdk)
              .config(limit(setting))
              .option("-Djava.security.manager", "-Djava.security.policy=" + policy)
              .classPath(classes.toString())
              .run("Shop");
      assertThat(result.lines()).as("%s: %s", setting, result).containsExactly("paid=4");
    }
  }

  @ParameterizedTest
  @MethodSource("withSecurityManager")
  void securityManagerWithoutAGrant_saysWhatToGrant(Jdk jdk) throws IOException {
    Path classes = Compiler.compile8(folder, Map.of("Shop.java", SOURCE));
    Path policy = Files.writeString(folder.resolve("none.policy"), "grant { };");
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(limit(""))
            .option("-Djava.security.manager", "-Djava.security.policy==" + policy)
            .classPath(classes.toString())
            .run("Shop");
    assertThat(result.stderr())
        .as(result.toString())
        .contains("a security policy must grant the agent's jar AllPermission");
  }

  @ParameterizedTest
  @MethodSource("withSecurityManager")
  void securityManagerThatForbidsWhatATemplateCalls_saysWhatToGrant(Jdk jdk) throws IOException {
    Path classes = Compiler.compile8(folder, Map.of("Shop.java", SOURCE));
    Path policy = folder.resolve("agent.policy");
    Files.writeString(
        policy,
        "grant codeBase \""
            + AgentRun.JAR.toUri()
            + "\" { permission java.security.AllPermission; };");
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(limit("key = \"{System.getProperty(\\\"user.home\\\")}\""))
            .option("-Djava.security.manager", "-Djava.security.policy==" + policy)
            .classPath(classes.toString())
            .run("Shop");
    assertThat(result.stderr())
        .as(result.toString())
        .contains("the security policy must grant the permission to the code");
  }
}
