package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.PaymentService;
import io.github.ratelimitagent.testing.JarMaker;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that a Cluster can only ask in parts are told by {@code check}. */
class ClusterSlotsTest {
  private static final String CLUSTER = "redis.uri = \"redis+cluster://n1,n2\"";

  @TempDir Path folder;
  private CommandRun command;

  @BeforeEach
  void shop() {
    command = new CommandRun(folder);
    JarMaker.jar().add("", PaymentService.class).write(folder.resolve("shop.jar"));
  }

  @Test
  void twoLimitsOfOneMethod_keysInSeveralSlots_areTold() {
    assertThat(check(CLUSTER, "", "user:{0}"))
        .contains("note:", "asks limits all and per-user one after the other");
  }

  @Test
  void twoLimitsOfOneMethod_oneHashTag_areNotTold() {
    assertThat(check(CLUSTER, "{{pay}}all", "{{pay}}user:{0}")).doesNotContain("note:");
  }

  @Test
  void twoLimitsOfOneMethod_prefixWithHashTag_areNotTold() {
    assertThat(check(CLUSTER + ", redis.key-prefix = \"{pay}:\"", "", "user:{0}"))
        .doesNotContain("note:");
  }

  @Test
  void twoLimitsOfOneMethod_oneServer_areNotTold() {
    assertThat(check("redis.uri = \"redis://n1\"", "", "user:{0}")).doesNotContain("note:");
  }

  private String check(String redis, String firstKey, String secondKey) {
    String limit =
        "%s { method = \"com.acme.PaymentService.charge(String)\", capacity = 10, refill = 5/s"
            + " %s }\n";
    command.file(
        "limits.conf",
        "ratelimit { "
            + redis
            + "\nlimits {\n"
            + limit.formatted("all", firstKey.isEmpty() ? "" : ", key = \"" + firstKey + "\"")
            + limit.formatted("per-user", ", key = \"" + secondKey + "\"")
            + "} }\n");
    CommandRun.Result result =
        command.run("check", command.path("limits.conf"), "-cp", command.path("shop.jar"));
    assertThat(result.exitCode()).isZero();
    return String.join(" ", result.lines()).replaceAll(" +", " ");
  }
}
