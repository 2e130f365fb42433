package io.github.ratelimitagent.benchmark.jmh;

import io.github.ratelimitagent.benchmark.Benchmark;
import io.github.ratelimitagent.benchmark.Outcome;
import io.github.ratelimitagent.benchmark.Progress;
import io.github.ratelimitagent.benchmark.Settings;
import io.github.ratelimitagent.benchmark.generated.GeneratedClasses;
import io.github.ratelimitagent.benchmark.machine.Jdk;
import io.github.ratelimitagent.benchmark.machine.Machine;
import io.github.ratelimitagent.benchmark.machine.Versions;
import io.github.ratelimitagent.benchmark.redis.RedisUnderTest;
import io.github.ratelimitagent.testapp.benchmark.GeneratedApplication;
import io.github.ratelimitagent.testapp.demo.Cleanup;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Calls in one process, with the packaged agent attached to the JVMs that measure. */
public final class JmhBenchmark implements Benchmark {
  private static final List<Integer> LIMITS = List.of(1, 100, 10_000);
  private static final List<Integer> QUICK_LIMITS = List.of(1, 10_000);
  private static final String QUICK_CALLS =
      "(plain|constantKey|denied|deniedStackless|leased|off|dispatch)$";
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "-XX:+AlwaysPreTouch",
          "--add-opens=java.base/java.lang=ALL-UNNAMED");
  private static final String CALLS_CONF = "calls.conf";
  private static final String LEASED_CONF = "leased.conf";

  @Override
  public String name() {
    return "jmh";
  }

  @Override
  public Outcome run(Settings settings, Cleanup cleanup) throws Exception {
    System.setProperty("jmh.ignoreLock", "true"); // a lock for the whole machine
    hideOurClassesFromForks();
    Machine machine = new Machine();
    Versions versions = new Versions();
    versions.add("JDK", Jdk.current().version());
    RedisUnderTest redis = RedisUnderTest.open(settings.redis, cleanup);
    versions.add("Redis", redis.version());
    versions.addFromClassPath("ratelimit-agent", "jmh-core", "bucket4j_jdk17-core");
    Path directory = cleanup.temporaryDirectory();
    Path jar = GeneratedClasses.writeJar(directory, GeneratedApplication.class);
    Path agent = settings.layout().agentJar();
    List<Integer> limitsToTry = settings.quick ? QUICK_LIMITS : LIMITS;
    Progress progress = new Progress("jmh", limitsToTry.size() + 4);
    List<JmhResult> results = new ArrayList<>();

    Path calls = copy(CALLS_CONF, directory);
    progress.step("calls, limited in the process");
    add(results, run(settings, CallBenchmarks.class, agent + "=" + calls), "");
    progress.step("calls, leased and remembered");
    Path leased = copy(LEASED_CONF, directory);
    String option = "-Dratelimit.redis.uri=" + redis.uri();
    add(results, run(settings, LeasedBenchmarks.class, agent + "=" + leased, option), "");
    progress.step("what the JIT compiler makes of a leased call");
    Inlining inlining = inlining(directory, agent + "=" + leased, option);
    progress.step("calls, woven and off");
    add(results, run(settings, OffBenchmarks.class, agent + "=" + calls), "");
    for (int limits : limitsToTry) {
      progress.step("dispatch with " + limits + " limits");
      Path conf = GeneratedClasses.writeLimits(directory, "limits-" + limits, limits, "");
      String generated = "-D" + DispatchBenchmarks.JAR_PROPERTY + "=" + jar;
      add(
          results,
          run(settings, DispatchBenchmarks.class, agent + "=" + conf, generated),
          String.format(", %,d limits", limits));
      machine.sampleLoad();
    }
    JmhReport report = new JmhReport(results, inlining);
    return new Outcome(report.write(settings, machine.describe(versions)), report.faults());
  }

  /** JMH hands this process's class path on, but what is measured is the packaged agent. */
  private static void hideOurClassesFromForks() {
    String classPath = System.getProperty("java.class.path");
    System.setProperty(
        "java.class.path",
        Arrays.stream(classPath.split(File.pathSeparator))
            .filter(jar -> !jar.endsWith("-classes.jar"))
            .collect(Collectors.joining(File.pathSeparator)));
  }

  private static Path copy(String resource, Path directory) throws IOException {
    Path target = directory.resolve(resource);
    try (var in = JmhBenchmark.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("no " + resource + " beside " + JmhBenchmark.class);
      }
      Files.copy(in, target);
    }
    return target;
  }

  private static Collection<RunResult> run(
      Settings settings, Class<?> benchmarks, String agent, String... more) throws RunnerException {
    boolean quick = settings.quick;
    List<String> jvmOptions = new ArrayList<>(JVM_OPTIONS);
    jvmOptions.add("-javaagent:" + agent);
    jvmOptions.addAll(List.of(more));
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + benchmarks.getSimpleName() + "\\." + (quick ? QUICK_CALLS : ""))
            .forks(settings.forks(3, 1))
            .warmupIterations(quick ? 1 : 5)
            .warmupTime(TimeValue.milliseconds(quick ? 200 : 1_000))
            .measurementIterations(settings.rounds(5, 1))
            .measurementTime(TimeValue.milliseconds(quick ? 200 : 1_000))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(quick ? VerboseMode.SILENT : VerboseMode.NORMAL)
            .jvmArgsAppend(jvmOptions.toArray(String[]::new));
    return new Runner(options.build()).run();
  }

  private static Inlining inlining(Path directory, String agent, String option)
      throws RunnerException, IOException {
    Path output = directory.resolve("inlining.txt");
    List<String> jvmOptions = new ArrayList<>(JVM_OPTIONS);
    jvmOptions.addAll(Inlining.JVM_OPTIONS);
    jvmOptions.add("-javaagent:" + agent);
    jvmOptions.add(option);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + LeasedBenchmarks.class.getSimpleName() + "\\.leased$")
            .forks(1)
            .warmupIterations(3)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(1)
            .measurementTime(TimeValue.seconds(1))
            .output(output.toString())
            .shouldFailOnError(true)
            .jvmArgsAppend(jvmOptions.toArray(String[]::new));
    new Runner(options.build()).run();
    return Inlining.of(Files.readAllLines(output));
  }

  private static void add(List<JmhResult> results, Collection<RunResult> runs, String suffix) {
    for (RunResult run : runs) {
      results.add(JmhResult.of(run, suffix));
    }
  }
}
