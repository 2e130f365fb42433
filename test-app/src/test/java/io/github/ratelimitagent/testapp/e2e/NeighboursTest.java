package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Other agents, OSGi, modules, JDK classes, virtual threads. */
class NeighboursTest {
  private static final String PLAIN = "io.github.ratelimitagent.testapp.cases.PlainApplication";
  private static final Path NEIGHBOURS = Path.of("target/neighbours").toAbsolutePath();

  static List<Jdk> jdks() {
    return Jdk.all();
  }

  static List<Jdk> modularJdks() {
    return Jdk.atLeast(11);
  }

  static List<Jdk> jdksWithVirtualThreads() {
    return Jdk.atLeast(21);
  }

  private static Path neighbour(String prefix) throws IOException {
    try (Stream<Path> jars = Files.list(NEIGHBOURS)) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith(prefix))
          .findFirst()
          .orElseThrow();
    }
  }

  private static String limit(String method, String more) {
    return """
        ratelimit {
          redis { uri = "%s", key-prefix = "%s", deadline = 2 s, on-redis-failure = deny }
          limits.neighbours {
            method = "%s"
            capacity = 4
            refill = 1 per 1h
            %s
          }
        }
        """
        .formatted(TestRedis.uri(), TestRedis.freshPrefix(), method, more);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void skywalking9700_jacocoBeforeAndAfter_bothWork(Jdk jdk, @TempDir Path folder)
      throws IOException {
    Path record = folder.resolve("jacoco.exec");
    String jacoco = "-javaagent:" + neighbour("org.jacoco.agent") + "=destfile=" + record;
    AgentRun.Result before =
        AgentRun.on(jdk)
            .optionBeforeAgent(jacoco)
            .config(limit(PLAIN + ".limited()", ""))
            .run(PLAIN)
            .isSuccess();
    assertThat(before.lines()).containsExactly("allowed=4");
    assertThat(record).isNotEmptyFile();
    Files.delete(record);

    AgentRun.Result after =
        AgentRun.on(jdk)
            .config(limit(PLAIN + ".limited()", ""))
            .option(jacoco)
            .run(PLAIN)
            .isSuccess();
    assertThat(after.lines()).containsExactly("allowed=4");
    assertThat(record).isNotEmptyFile();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void byteBuddy1320_openTelemetryBeforeAndAfter_bothWork(Jdk jdk) throws IOException {
    String telemetry = "-javaagent:" + neighbour("opentelemetry-javaagent");
    String[] off = {
      "-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none"
    };
    assertThat(
            AgentRun.on(jdk)
                .optionBeforeAgent(telemetry)
                .config(limit(PLAIN + ".limited()", ""))
                .option(off)
                .run(PLAIN)
                .lines())
        .containsExactly("allowed=4");
    assertThat(
            AgentRun.on(jdk)
                .config(limit(PLAIN + ".limited()", ""))
                .option(telemetry)
                .option(off)
                .run(PLAIN)
                .lines())
        .containsExactly("allowed=4");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void elastic1161_classOfAnOsgiBundle_isLimited(Jdk jdk, @TempDir Path folder) throws IOException {
    Path classes =
        Compiler.compile8(
            folder,
            Map.of(
                "com/acme/osgi/Service.java",
                "package com.acme.osgi; public class Service { public static void work() {} }"));
    Path manifest = classes.resolve("META-INF/MANIFEST.MF");
    Files.createDirectories(manifest.getParent());
    Files.writeString(
        manifest,
        "Manifest-Version: 1.0\nBundle-ManifestVersion: 2\nBundle-SymbolicName: com.acme.osgi\n"
            + "Bundle-Version: 1.0.0\nExport-Package: com.acme.osgi\n");
    Path bundle = folder.resolve("bundle.jar");
    Jars.ofFolder(classes, bundle);

    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(limit("com.acme.osgi.Service.work()", ""))
            .addToClassPath(neighbour("org.apache.felix.framework"))
            .args(
                folder.resolve("storage").toString(),
                bundle.toUri().toString(),
                "com.acme.osgi.Service",
                "work")
            .run("io.github.ratelimitagent.testapp.cases.OsgiHost");

    assertThat(result.lines()).as("%s", result).containsExactly("own loader=true", "allowed=4");
  }

  @ParameterizedTest
  @MethodSource("modularJdks")
  void elastic1415_namedModuleThatExportsNothing_isLimitedByAPropertyOfAPrivateClass(
      Jdk jdk, @TempDir Path folder) throws IOException {
    Path classes =
        Compiler.compile(
            folder,
            Map.of(
                "module-info.java",
                "module com.acme.orders {}",
                "com/acme/orders/Main.java",
                """
                package com.acme.orders;

                public class Main {
                  private static class Order {
                    private final String id;
                    Order(String id) { this.id = id; }
                    private String getId() { return id; }
                  }

                  private static void place(Order order) {}

                  public static void main(String[] args) {
                    int placed = 0;
                    for (int i = 0; i < 20; i++) {
                      try {
                        place(new Order("order-" + i % 2));
                        placed++;
                      } catch (RuntimeException e) {
                        if (!e.getClass().getSimpleName().equals("RateLimitExceededException")) throw e;
                      }
                    }
                    System.out.println("placed=" + placed);
                  }
                }
                """));
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(limit("com.acme.orders.Main.place(..)", "key = \"{order.id}\""))
            .option(
                "--module-path", classes.toString(), "-m", "com.acme.orders/com.acme.orders.Main")
            .run()
            .isSuccess();

    assertThat(result.lines()).containsExactly("placed=8");
  }

  @ParameterizedTest
  @MethodSource("modularJdks")
  void jdkHttpClient_namedExactly_isLimited(Jdk jdk, @TempDir Path folder) throws IOException {
    Path classes =
        Compiler.compile(
            folder,
            Map.of(
                "Sender.java",
                """
                import com.sun.net.httpserver.HttpServer;
                import java.net.InetAddress;
                import java.net.InetSocketAddress;
                import java.net.URI;
                import java.net.http.HttpClient;
                import java.net.http.HttpRequest;
                import java.net.http.HttpResponse;

                public class Sender {
                  public static void main(String[] args) throws Exception {
                    HttpServer server =
                        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
                    server.createContext("/", exchange -> {
                      exchange.sendResponseHeaders(204, -1);
                      exchange.close();
                    });
                    server.start();
                    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
                    HttpClient client = HttpClient.newHttpClient();
                    int sent = 0;
                    for (int i = 0; i < 10; i++) {
                      try {
                        client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
                        sent++;
                      } catch (RuntimeException e) {
                        if (!e.getClass().getSimpleName().equals("RateLimitExceededException")) throw e;
                      }
                    }
                    server.stop(0);
                    System.out.println("sent=" + sent);
                  }
                }
                """));
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(limit("jdk.internal.net.http.HttpClientImpl.send(..)", ""))
            .classPath(classes.toString())
            .run("Sender")
            .isSuccess();

    assertThat(result.lines()).containsExactly("sent=4");
  }

  @ParameterizedTest
  @MethodSource("jdksWithVirtualThreads")
  void c3p0_174_virtualThreads_areLimitedAndTheirCarrierIsFreeWhileTheyWait(
      Jdk jdk, @TempDir Path folder) throws IOException {
    Path classes =
        Compiler.compile(
            folder,
            Map.of(
                "Virtual.java",
                """
                import java.util.ArrayList;
                import java.util.List;
                import java.util.concurrent.atomic.AtomicInteger;

                public class Virtual {
                  static void limited() {}

                  static Thread start(Runnable task) {
                    try {
                      return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
                    } catch (ReflectiveOperationException e) {
                      throw new IllegalStateException(e);
                    }
                  }

                  public static void main(String[] args) throws Exception {
                    AtomicInteger allowed = new AtomicInteger();
                    AtomicInteger ticks = new AtomicInteger();
                    List<Thread> threads = new ArrayList<>();
                    for (int i = 0; i < 6; i++) {
                      threads.add(start(() -> { limited(); allowed.incrementAndGet(); }));
                    }
                    Thread ticker = start(() -> {
                      try {
                        while (allowed.get() < 6) { ticks.incrementAndGet(); Thread.sleep(5); }
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                    });
                    for (Thread thread : threads) thread.join();
                    ticker.join();
                    System.out.println("allowed=" + allowed + " ticked=" + (ticks.get() > 20));
                  }
                }
                """));
    AgentRun.Result result =
        AgentRun.on(jdk)
            .config(
                limit("Virtual.limited()", "when-empty = block, max-wait = 30 s")
                    .replace("capacity = 4", "capacity = 1")
                    .replace("1 per 1h", "10/s"))
            // one carrier: a waiter that pinned it would keep the others from running
            .option(
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1")
            .classPath(classes.toString())
            .run("Virtual")
            .isQuietSuccess();

    assertThat(result.lines()).containsExactly("allowed=6 ticked=true");
  }
}
