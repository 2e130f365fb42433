package io.github.ratelimitagent.testapp.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ratelimitagent.testapp.demo.Style.Colour;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;

/**
 * Shows that the processes of an application, limited by the agent alone, together get what one
 * bucket in Redis gives. {@link DemoOptions#HELP} says how to run it.
 */
public final class Demo {
  private static final int RIGHT = 0;
  private static final int WRONG = 1;
  private static final int CANNOT_RUN = 2;
  private static final Bound BOUND = new Bound(10, 5);

  private final DemoOptions options;
  private final Terminal terminal;
  private final Cleanup cleanup;

  private Demo(DemoOptions options, Terminal terminal, Cleanup cleanup) {
    this.options = options;
    this.terminal = terminal;
    this.cleanup = cleanup;
  }

  /** Runs the demo and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String[] args) {
    Terminal terminal = Terminal.standardOutput(Boolean.getBoolean("demo.tty"), System.getenv());
    Cleanup cleanup = new Cleanup();
    String problem;
    try {
      DemoOptions options =
          DemoOptions.parse(Arrays.asList(args), System.getenv(), System.getProperties());
      if (options.help) {
        terminal.line(DemoOptions.HELP);
        return RIGHT;
      }
      return new Demo(options, terminal, cleanup).run() ? RIGHT : WRONG;
    } catch (CannotRunException reason) {
      problem = String.valueOf(reason.getMessage());
    } catch (IOException | InterruptedException failure) {
      problem = "failed: " + failure;
    } finally {
      cleanup.close();
    }
    if (!cleanup.interrupted()) { // else everything that we use has just been taken from us
      terminal.endProgress();
      System.err.println("demo: " + problem);
    }
    return CANNOT_RUN;
  }

  private boolean run() throws IOException, InterruptedException, CannotRunException {
    if (options.attached && !new File(options.agentJar).isFile()) {
      throw new CannotRunException("there is no agent at " + options.agentJar + "; build it first");
    }
    terminal.line(
        terminal.style.paint(
            Colour.HEADING,
            String.format(
                "%d JVMs, %d calls each, 0.1 s apart, one bucket: capacity %d, refill %d/s",
                options.workers, options.calls, BOUND.capacity, BOUND.refillPerSecond)));
    RedisUri redis = redis();
    try (BucketView bucket = view(redis)) {
      String version = bucket.serverVersion();
      if (RedisVersion.tooOld(version)) {
        throw new CannotRunException(
            "Redis " + version + " at " + redis + " is too old: the agent needs 6.2 or newer");
      }
      say("redis", version + " at " + redis);
      bucket.fill();
      Path limits = limits();
      Run run = experiment(redis, bucket, limits);
      Verdict verdict = Verdict.of(run);
      new Report(terminal, run, verdict).print(bucket, plot(run));
      return verdict.right;
    }
  }

  private RedisUri redis() throws IOException, InterruptedException, CannotRunException {
    String given = options.redisUri;
    return given == null
        ? cleanup.later(RedisServer.start(cleanup.temporaryDirectory())).uri
        : RedisUri.parse(given);
  }

  private static BucketView view(RedisUri redis) throws CannotRunException {
    try {
      return new BucketView(redis, LimitsFile.bucketOf(Experiment.USER), BOUND);
    } catch (IOException unreachable) {
      throw new CannotRunException("no Redis at " + redis + ": " + unreachable.getMessage());
    }
  }

  private Path limits() throws IOException {
    LimitsFile limits = new LimitsFile(BOUND);
    Path written = limits.write(Paths.get(options.directory));
    say("limits", written.toString());
    for (String line : limits.lines()) {
      terminal.line(line.isEmpty() ? "" : "             " + line);
    }
    return written;
  }

  private Run experiment(RedisUri redis, BucketView bucket, Path limits)
      throws IOException, InterruptedException, CannotRunException {
    Experiment experiment = new Experiment(options, terminal, cleanup, BOUND);
    int agents = bucket.agents();
    experiment.start(redis, limits);
    say(
        "workers",
        "Java " + experiment.javaVersion() + ", " + attachment(experiment, bucket, agents));
    try (BucketView sampled = view(redis);
        Sampler sampler = Sampler.start(sampled)) {
      return experiment.run(sampler);
    }
  }

  private String attachment(Experiment experiment, BucketView bucket, int agentsBefore)
      throws IOException, InterruptedException {
    if (!options.attached) {
      return "without the agent";
    }
    return experiment.awaitConnected(bucket, agentsBefore)
        ? "each with the agent, connected to Redis"
        : "each with the agent";
  }

  private Path plot(Run run) throws IOException {
    Path svg = Paths.get(options.svg == null ? options.directory + "/plot.svg" : options.svg);
    return Files.write(svg, new SvgPlot(run).draw().getBytes(UTF_8));
  }

  private void say(String what, String text) {
    terminal.line(String.format("  %-8s %s", what, text));
  }
}
