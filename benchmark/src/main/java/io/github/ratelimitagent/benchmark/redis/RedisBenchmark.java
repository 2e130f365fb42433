package io.github.ratelimitagent.benchmark.redis;

import io.github.ratelimitagent.benchmark.Benchmark;
import io.github.ratelimitagent.benchmark.Outcome;
import io.github.ratelimitagent.benchmark.Progress;
import io.github.ratelimitagent.benchmark.Settings;
import io.github.ratelimitagent.benchmark.machine.Jdk;
import io.github.ratelimitagent.benchmark.machine.Machine;
import io.github.ratelimitagent.benchmark.machine.Versions;
import io.github.ratelimitagent.benchmark.process.ChildJvm;
import io.github.ratelimitagent.benchmark.report.Spread;
import io.github.ratelimitagent.testapp.demo.Cleanup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Acquires through a Redis, in rounds of all contenders, in several JVMs. */
public final class RedisBenchmark implements Benchmark {
  private static final List<String> JVM_OPTIONS =
      List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");
  private static final int VIRTUAL_SINCE = 21;

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public Outcome run(Settings settings, Cleanup cleanup) throws Exception {
    Machine machine = new Machine();
    RedisUnderTest redis = RedisUnderTest.open(settings.redis, cleanup);
    Versions versions = new Versions();
    versions.add("Redis", redis.version());
    versions.addFromClassPath(
        "ratelimit-agent", "jedis", "bucket4j_jdk17-core", "bucket4j_jdk17-jedis", "redisson");
    int forks = settings.forks(3, 1);
    Optional<Jdk> virtual = Jdk.newest(VIRTUAL_SINCE);
    List<Scenario> scenarios =
        (settings.quick ? Scenario.QUICK : Scenario.ALL)
            .stream().filter(s -> !s.virtual() || virtual.isPresent()).toList();
    Run run = new Run(settings, redis.uri(), machine, forks * scenarios.size());
    for (int fork = 0; fork < forks; fork++) {
      for (Scenario scenario : scenarios) {
        Jdk jdk = scenario.virtual() ? virtual.orElseThrow() : Jdk.current();
        versions.add(scenario.virtual() ? "JDK, virtual threads" : "JDK", jdk.version());
        run.fork(jdk, fork, scenario);
      }
    }
    RedisReport report = new RedisReport(run.results, scenarios);
    return new Outcome(
        report.write(settings, machine.describe(versions)), run.results.faults(scenarios));
  }

  /** One run of the benchmark. */
  private static final class Run {
    private final int rounds;
    private final long millis;
    private final String uri;
    private final Machine machine;
    private final Progress progress;
    private final Results results = new Results();

    private Run(Settings settings, String uri, Machine machine, int steps) {
      this.rounds = settings.rounds(3, 1);
      this.millis = settings.quick ? 100 : 2_000;
      this.uri = uri;
      this.machine = machine;
      this.progress = new Progress("redis", steps);
    }

    private void fork(Jdk jdk, int fork, Scenario scenario)
        throws IOException, InterruptedException {
      List<String> arguments =
          List.of(
              uri,
              String.valueOf(fork),
              String.valueOf(rounds),
              String.valueOf(millis),
              scenario.name());
      List<String> other = new ArrayList<>();
      try (ChildJvm child =
          ChildJvm.start(
              jdk.java(), JVM_OPTIONS, RedisFork.class, arguments, Duration.ofMinutes(10))) {
        child.readAll(
            line -> {
              if (Measurement.isLine(line)) {
                results.add(Measurement.parse(line));
              } else {
                other.add(line);
              }
            });
      } finally {
        other.forEach(System.err::println);
      }
      machine.sampleLoad();
      progress.step("fork " + fork + ", " + scenario.title() + summary(scenario));
    }

    private String summary(Scenario scenario) {
      StringBuilder line = new StringBuilder(":");
      for (Contender contender : Contender.all()) {
        Spread ratio = results.ratio(scenario, contender.name());
        line.append(' ').append(contender.name()).append(' ').append(ratio.brief()).append(',');
      }
      line.setLength(line.length() - 1);
      return line + " (× PING)";
    }
  }
}
