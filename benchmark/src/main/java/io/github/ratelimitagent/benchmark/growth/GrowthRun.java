package io.github.ratelimitagent.benchmark.growth;

import io.github.ratelimitagent.benchmark.machine.Jdk;
import io.github.ratelimitagent.benchmark.process.ChildJvm;
import io.github.ratelimitagent.testapp.benchmark.GrowingApplication;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One process of {@link GrowingApplication} with the agent attached.
 *
 * @param calls in all, of all threads
 * @param keys different ones
 */
record GrowthRun(long calls, long keys, int threads, int heapMebibytes) {
  private static final Duration AT_MOST = Duration.ofMinutes(30);

  /** How far a process was: its calls, how long they took, the heap in use after a collection. */
  record Point(long calls, double nanos, double heap) {}

  /** Begins; {@link #points} waits for the end. */
  ChildJvm start(Path agent, Path conf, String classPath) throws IOException {
    return ChildJvm.start(
        List.of(
            Jdk.current().java(),
            "-Xmx" + heapMebibytes + "m",
            "-XX:+ExitOnOutOfMemoryError",
            "-javaagent:" + agent + "=" + conf,
            "-cp",
            classPath,
            GrowingApplication.class.getName(),
            String.valueOf(calls),
            String.valueOf(keys),
            String.valueOf(threads)),
        AT_MOST);
  }

  static List<Point> points(ChildJvm child) throws IOException, InterruptedException {
    List<Point> points = new ArrayList<>();
    child.readAll(
        line -> {
          String[] field = line.split("\t", -1);
          if (field[0].equals(GrowingApplication.MARK)) {
            points.add(
                new Point(
                    Long.parseLong(field[1]),
                    Double.parseDouble(field[2]),
                    Double.parseDouble(field[3])));
          }
        });
    if (points.isEmpty()) {
      throw new IOException("the growing application said nothing");
    }
    return points;
  }
}
