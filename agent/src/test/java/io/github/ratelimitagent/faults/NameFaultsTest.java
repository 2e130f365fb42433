package io.github.ratelimitagent.faults;

import static io.github.ratelimitagent.faults.Traffic.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host name that stops being resolved. The JVM takes its names from a file, which it reads for
 * each look-up, so this runs in a JVM of its own.
 */
class NameFaultsTest {
  private static final String NAME = "redis.ratelimit.test";

  @TempDir Path folder;

  @Test
  void nameThatIsNotResolvedForAWhile_callsResumeWhenItIs() throws Exception {
    Path output = folder.resolve("output");
    Path hosts = folder.resolve("hosts");
    resolve(hosts, true);
    // else the JVM remembers names for 30 s, and for 10 s that it has not found one
    Path security = folder.resolve("security");
    Files.writeString(
        security, "networkaddress.cache.ttl=0\nnetworkaddress.cache.negative.ttl=0\n");
    Process jvm =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Djdk.net.hosts.file=" + hosts,
                "-Djava.security.properties=" + security,
                "-cp",
                System.getProperty("java.class.path"),
                NameFaultsTest.class.getName(),
                hosts.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(jvm.waitFor(90, TimeUnit.SECONDS)).isTrue();
    } finally {
      jvm.destroyForcibly();
    }
    String text = Files.readString(output);
    text.lines().filter(line -> line.contains("recovery")).forEach(System.err::println);
    assertThat(jvm.exitValue()).as(text).isZero();
  }

  /** What the JVM runs. */
  public static void main(String[] args) throws IOException {
    Path hosts = Path.of(args[0]);
    try (RedisProcess server = RedisProcess.start();
        Load load = Load.start("redis://" + NAME + ":" + server.port())) {
      load.faultBegins();
      resolve(hosts, false);
      server.kill();
      load.awaitBypassed();
      server.restart();
      // the server is there again, and its name is not
      load.awaitLog(NAME);
      load.faultBegins();
      load.awaitBypassed();
      resolve(hosts, true);
      load.faultEnds();
      load.awaitAnswers();
      load.awaitSmallBucketEmpty(2);
      Tally tally = load.end("name not resolved", server);
      assertThat(tally.granted.get()).isBetween(tally.leastGranted(2), 2L * CAPACITY);
    }
    System.exit(0);
  }

  private static void resolve(Path hosts, boolean resolved) throws IOException {
    Path next = hosts.resolveSibling("next");
    Files.writeString(next, "127.0.0.1 " + (resolved ? NAME : "localhost") + "\n");
    // at once, for the JVM may be reading it
    Files.move(next, hosts, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
