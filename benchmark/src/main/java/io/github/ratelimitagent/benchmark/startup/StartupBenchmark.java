package io.github.ratelimitagent.benchmark.startup;

import io.github.ratelimitagent.benchmark.Benchmark;
import io.github.ratelimitagent.benchmark.Layout;
import io.github.ratelimitagent.benchmark.Outcome;
import io.github.ratelimitagent.benchmark.Progress;
import io.github.ratelimitagent.benchmark.Settings;
import io.github.ratelimitagent.benchmark.generated.GeneratedClasses;
import io.github.ratelimitagent.benchmark.machine.Jdk;
import io.github.ratelimitagent.benchmark.machine.Machine;
import io.github.ratelimitagent.benchmark.machine.Versions;
import io.github.ratelimitagent.benchmark.redis.RedisUnderTest;
import io.github.ratelimitagent.testapp.benchmark.GeneratedApplication;
import io.github.ratelimitagent.testapp.demo.CannotRunException;
import io.github.ratelimitagent.testapp.demo.Cleanup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Whole processes until they are ready, in rounds of all agents. */
public final class StartupBenchmark implements Benchmark {
  @Override
  public String name() {
    return "startup";
  }

  @Override
  public Outcome run(Settings settings, Cleanup cleanup) throws Exception {
    Machine machine = new Machine();
    Path directory = cleanup.temporaryDirectory();
    RedisUnderTest redis = RedisUnderTest.open(settings.redis, cleanup);
    Versions versions = versions(settings.layout(), redis);
    Agents agents = new Agents(settings.layout(), directory, redis.uri());
    Map<Application, List<Agent>> agentsOf = new LinkedHashMap<>();
    for (Application application : applications(settings.layout(), directory)) {
      List<Agent> all = agents.of(application);
      // Spring Boot is slow, and one of our agents shows whether it works there
      boolean few = settings.quick && !agentsOf.isEmpty();
      agentsOf.put(application, few ? all.subList(0, 2) : all);
    }
    Starts starts = new Starts();
    int rounds = settings.rounds(11, 1);
    Progress progress = new Progress("startup", rounds * agentsOf.size());
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<Application, List<Agent>> entry : agentsOf.entrySet()) {
        round(starts, entry.getKey(), entry.getValue(), round, directory.resolve("errors"));
        machine.sampleLoad();
        progress.step(String.format(Locale.ROOT, "round %d, %s", round, entry.getKey().title()));
      }
    }
    StartupReport report = new StartupReport(starts, agentsOf);
    return new Outcome(report.write(settings, machine.describe(versions)), report.faults());
  }

  private static Versions versions(Layout layout, RedisUnderTest redis)
      throws IOException, CannotRunException {
    Versions versions = new Versions();
    versions.add("JDK", Jdk.current().version());
    versions.add("Redis", redis.version());
    versions.addFromClassPath("ratelimit-agent");
    versions.add(layout.otherAgent("jmx_prometheus_javaagent"));
    versions.add(layout.otherAgent("opentelemetry-javaagent"));
    versions.add(layout.springBootJar());
    return versions;
  }

  private static List<Application> applications(Layout layout, Path directory)
      throws IOException, CannotRunException {
    Path generated = GeneratedClasses.writeJar(directory, GeneratedApplication.class);
    String classes = String.valueOf(GeneratedClasses.CLASSES);
    return List.of(
        new Application(
            "classes",
            String.format("An application of %,d classes", GeneratedClasses.CLASSES),
            GeneratedClasses.PACKAGE + ".C1000.applyAsInt(int)",
            List.of(
                "-cp",
                generated.toString(),
                GeneratedApplication.class.getName(),
                GeneratedClasses.PACKAGE,
                classes)),
        new Application(
            "spring-boot",
            "A Spring Boot application",
            "io.github.ratelimitagent.testapp.springboot.Shop.price(..)",
            List.of(
                "-cp",
                layout.springBootClassPath(),
                "io.github.ratelimitagent.testapp.springboot.ShopApplication",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--server.address=127.0.0.1",
                "--server.port=0")));
  }

  /** Every agent once, beginning with another one in each round. */
  private static void round(
      Starts starts, Application application, List<Agent> agents, int round, Path errors)
      throws IOException, InterruptedException {
    List<Agent> order = new ArrayList<>(agents);
    Collections.rotate(order, round * 3);
    for (Agent agent : order) {
      List<String> command = new ArrayList<>(List.of(Jdk.current().java()));
      command.addAll(agent.options());
      command.addAll(application.command());
      starts.add(Start.measure(application.name(), agent.name(), round, command, errors));
    }
  }
}
