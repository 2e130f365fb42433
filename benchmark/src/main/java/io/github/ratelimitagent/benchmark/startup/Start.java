package io.github.ratelimitagent.benchmark.startup;

import io.github.ratelimitagent.benchmark.process.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What one process had taken when it said that it was ready. */
record Start(String application, String agent, int round, double wall, double cpu, double peak) {
  private static final Duration AT_MOST = Duration.ofMinutes(2);
  private static final String OURS_FAILED = "the agent did not start";
  private static final double KIB_PER_MIB = 1_024;

  /** Runs a command until its application is ready, and ends it then. */
  static Start measure(
      String application, String agent, int round, List<String> command, Path errors)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    try (ChildJvm child = ChildJvm.start(command, errors, AT_MOST)) {
      child.awaitLine("READY");
      double wall = (System.nanoTime() - begin) / 1e9;
      double cpu =
          child.process().info().totalCpuDuration().map(d -> d.toNanos() / 1e9).orElse(Double.NaN);
      double peak = peakMebibytes(child.process().pid());
      child.endInput();
      child.awaitEnd();
      if (Files.readString(errors, StandardCharsets.UTF_8).contains(OURS_FAILED)) {
        throw new IOException("our agent did not start");
      }
      return new Start(application, agent, round, wall, cpu, peak);
    } catch (IOException failed) {
      String said = Files.readString(errors, StandardCharsets.UTF_8).strip();
      throw new IOException(
          application + " with " + agent + ": " + failed.getMessage() + "\n" + said);
    }
  }

  /** The most memory that was ever resident; unknown but on Linux. */
  private static double peakMebibytes(long pid) throws IOException {
    Path status = Path.of("/proc/" + pid + "/status");
    if (!Files.isReadable(status)) {
      return Double.NaN;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / KIB_PER_MIB;
      }
    }
    return Double.NaN;
  }
}
