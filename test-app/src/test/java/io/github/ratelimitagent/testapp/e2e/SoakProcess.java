package io.github.ratelimitagent.testapp.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One process of the soak, and what it and its agent say in the end. */
final class SoakProcess {
  private static final String MAIN = "io.github.ratelimitagent.testapp.soak.SoakWorker";
  private static final Pattern SUMMARY =
      Pattern.compile(".* WARN limit (\\S+) in the last \\d+ s: (.*)");

  /** What the application saw of a limit. */
  record Seen(long allowed, long denied) {}

  /** What the agent says of a limit. */
  record Said(
      long granted,
      long denied,
      long unanswered,
      long hereAllowed,
      long hereDenied,
      long bypassed) {
    Said plus(Said more) {
      return new Said(
          granted + more.granted,
          denied + more.denied,
          unanswered + more.unanswered,
          hereAllowed + more.hereAllowed,
          hereDenied + more.hereDenied,
          bypassed + more.bypassed);
    }
  }

  /** Heap in use and threads of the agent at a moment. */
  record State(long heapBytes, long threads) {}

  final Map<String, Seen> seen = new HashMap<>();
  final Map<String, Said> said = new HashMap<>();
  final List<State> states = new ArrayList<>();
  long firstMillis;
  long lastMillis;

  private final Path stdout;
  private final Path stderr;
  private final Process process;

  SoakProcess(String config, long seconds, Path folder, int number) throws IOException {
    stdout = folder.resolve(number + ".out");
    stderr = folder.resolve(number + ".err");
    List<String> command =
        AgentRun.on(Jdk.current())
            .config(config)
            .option("-Xmx96m")
            .args(String.valueOf(seconds))
            .commandLine(MAIN);
    process =
        new ProcessBuilder(command)
            .redirectOutput(stdout.toFile())
            .redirectError(stderr.toFile())
            .start();
  }

  /** Waits for its end and reads what it said; the reason if it did not end well, else empty. */
  String end(long seconds) throws InterruptedException, IOException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      return "still running";
    }
    List<String> errors = Files.readAllLines(stderr);
    if (process.exitValue() != 0) {
      return "exit code " + process.exitValue() + ": " + errors;
    }
    for (String line : Files.readAllLines(stdout)) {
      readLine(line.split(" "));
    }
    for (String line : errors) {
      Matcher summary = SUMMARY.matcher(line);
      if (summary.matches()) {
        said.merge(summary.group(1), read(summary.group(2)), Said::plus);
      }
    }
    return "";
  }

  void stop() {
    process.destroyForcibly();
  }

  private void readLine(String[] words) {
    switch (words[0]) {
      case "limit" -> seen.put(words[1], new Seen(number(words[2]), number(words[3])));
      case "state" -> states.add(new State(number(words[1]), number(words[2])));
      case "time" -> {
        firstMillis = number(words[1]);
        lastMillis = number(words[2]);
      }
      default -> throw new IllegalArgumentException(String.join(" ", words));
    }
  }

  /** {@code 12 allowed (3 waited, 4 ms on average), 5 denied}, and whatever else may be there. */
  private static Said read(String text) {
    Said sum = new Said(0, 0, 0, 0, 0, 0);
    for (String part : text.replaceAll(" *\\([^)]*\\)", "").split(", ")) {
      long[] numbers =
          Pattern.compile("\\d+")
              .matcher(part)
              .results()
              .mapToLong(found -> Long.parseLong(found.group()))
              .toArray();
      sum =
          sum.plus(
              switch (part.replaceAll("\\d+", "#")) {
                case "# allowed" -> new Said(numbers[0], 0, 0, 0, 0, 0);
                case "# denied" -> new Said(0, numbers[0], 0, 0, 0, 0);
                case "# denied without an answer from Redis" -> new Said(0, 0, numbers[0], 0, 0, 0);
                case "# decided by this process alone: # allowed and # denied" ->
                    new Said(0, 0, 0, numbers[1], numbers[2], 0);
                case "# bypassed" -> new Said(0, 0, 0, 0, 0, numbers[0]);
                default -> throw new IllegalArgumentException("the agent says: " + part);
              });
    }
    return sum;
  }

  private static long number(String word) {
    return Long.parseLong(word);
  }
}
