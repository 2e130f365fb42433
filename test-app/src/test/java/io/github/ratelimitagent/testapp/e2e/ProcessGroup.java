package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Several processes of one application with the agent. Each says {@code ready} and begins when a
 * line comes, which they all get once all are ready.
 */
final class ProcessGroup {
  private ProcessGroup() {}

  /** What each process said after {@code ready}, when all have ended well. */
  static List<List<String>> run(int size, String config, String mainClass, int... arguments)
      throws IOException, InterruptedException {
    List<Process> processes = new ArrayList<>();
    List<List<String>> said = new ArrayList<>();
    try {
      for (int i = 0; i < size; i++) {
        processes.add(start(config, mainClass, arguments));
      }
      List<BufferedReader> outputs = processes.stream().map(Process::inputReader).toList();
      for (BufferedReader output : outputs) {
        assertThat(output.readLine()).isEqualTo("ready");
      }
      for (Process process : processes) {
        process.getOutputStream().write('\n');
        process.getOutputStream().close();
      }
      for (BufferedReader output : outputs) {
        said.add(output.lines().toList());
      }
      for (Process process : processes) {
        assertThat(process.waitFor()).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    return said;
  }

  private static Process start(String config, String mainClass, int... arguments)
      throws IOException {
    AgentRun run = AgentRun.on(Jdk.current()).config(config);
    for (int argument : arguments) {
      run.args(String.valueOf(argument));
    }
    return new ProcessBuilder(run.commandLine(mainClass))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
