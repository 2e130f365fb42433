package io.github.ratelimitagent.benchmark.startup;

import io.github.ratelimitagent.benchmark.Layout;
import io.github.ratelimitagent.benchmark.generated.GeneratedClasses;
import io.github.ratelimitagent.benchmark.startup.Agent.Kind;
import io.github.ratelimitagent.testapp.demo.CannotRunException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The agents that are attached to each application, none first. */
final class Agents {
  private static final List<Integer> LIMITS = List.of(1, 100, 10_000);

  private final Layout layout;
  private final Path directory;
  private final String redis;

  Agents(Layout layout, Path directory, String redis) {
    this.layout = layout;
    this.directory = directory;
    this.redis = redis;
  }

  List<Agent> of(Application application) throws IOException, CannotRunException {
    List<Agent> agents = new ArrayList<>();
    agents.add(new Agent("none", Kind.NONE, List.of()));
    for (int limits : LIMITS) {
      String name = "ratelimit-agent, " + String.format("%,d", limits) + plural(limits);
      agents.add(ours(application, name, limits, redisSection() + limits(application.limit())));
    }
    agents.add(
        ours(application, "ratelimit-agent, 1 limit, no Redis", 1, limits(application.limit())));
    agents.add(
        ours(
            application,
            "ratelimit-agent, no limited class loaded",
            0,
            redisSection() + elsewhere()));
    agents.add(jmxExporter());
    agents.add(
        new Agent(
            "OpenTelemetry",
            Kind.OPENTELEMETRY,
            List.of(
                "-javaagent:" + layout.otherAgent("opentelemetry-javaagent"),
                // it exports to nobody, so that it does not wait for anybody
                "-Dotel.traces.exporter=none",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none",
                "-Dotel.javaagent.logging=none")));
    return agents;
  }

  private static String plural(int limits) {
    return limits == 1 ? " limit" : " limits";
  }

  /** Our agent with one limit on the application, if any, and generated ones up to a number. */
  private Agent ours(Application application, String name, int limits, String more)
      throws IOException, CannotRunException {
    String file = application.name() + "-" + name.replaceAll("\\W+", "-");
    Path conf = GeneratedClasses.writeLimits(directory, file, Math.max(0, limits - 1), more);
    return new Agent(name, Kind.OURS, List.of("-javaagent:" + layout.agentJar() + "=" + conf));
  }

  private String redisSection() {
    return "redis.uri = \"" + redis + "\"\n";
  }

  private static String elsewhere() {
    return limits("com.example.absent.Service.call(..)");
  }

  private static String limits(String pattern) {
    return "limits.first { method = \""
        + pattern
        + "\", capacity = 1000000000, refill = 1000000000/s }";
  }

  private Agent jmxExporter() throws IOException, CannotRunException {
    Path conf = directory.resolve("jmx-exporter.yml");
    Files.writeString(conf, "rules:\n- pattern: \".*\"\n");
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Path jar = layout.otherAgent("jmx_prometheus_javaagent");
    String option = "-javaagent:" + jar + "=127.0.0.1:" + port + ":" + conf;
    return new Agent("jmx_exporter", Kind.JMX_EXPORTER, List.of(option));
  }
}
