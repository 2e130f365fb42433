package io.github.ratelimitagent.benchmark.startup;

import io.github.ratelimitagent.benchmark.Settings;
import io.github.ratelimitagent.benchmark.report.BarChart;
import io.github.ratelimitagent.benchmark.report.Report;
import io.github.ratelimitagent.benchmark.report.Table;
import io.github.ratelimitagent.benchmark.startup.Agent.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The page about starts. */
final class StartupReport {
  private final Starts starts;
  private final Map<Application, List<Agent>> agentsOf;

  StartupReport(Starts starts, Map<Application, List<Agent>> agentsOf) {
    this.starts = starts;
    this.agentsOf = agentsOf;
  }

  Path write(Settings settings, Table machine) throws IOException {
    Report report = new Report(settings.reports(), "startup", "Start of whole applications");
    report.add(
        "From the start of the process until the application says that it is ready: time on the"
            + " clock, processor time of all threads, and the most memory that was ever resident"
            + " (`VmHWM`). What an agent adds is taken against a start without any in the same"
            + " round; the figures are medians, with the least and the greatest. jmx_exporter serves"
            + " on a port of the loopback interface; OpenTelemetry exports to nobody.");
    report.add(machine);
    for (Map.Entry<Application, List<Agent>> entry : agentsOf.entrySet()) {
      Application application = entry.getKey();
      report.section(application.title());
      report.add(table(application, entry.getValue()));
      chart(report, application, "wall", "Seconds until it is ready", "s", Start::wall);
      chart(report, application, "cpu", "Processor seconds until then", "s", Start::cpu);
      chart(report, application, "memory", "Peak memory", "MiB", Start::peak);
    }
    return report.write();
  }

  private Table table(Application application, List<Agent> agents) {
    Table table =
        new Table(
            "agent",
            "wall s",
            "CPU s",
            "peak MiB",
            "added wall s",
            "added CPU s",
            "added MiB",
            "added wall ÷ jmx_exporter's",
            "added wall ÷ OpenTelemetry's");
    Agent none = agent(agents, Kind.NONE);
    for (Agent agent : agents) {
      table.row(
          agent.name(),
          starts.spread(application, agent, Start::wall),
          starts.spread(application, agent, Start::cpu),
          starts.spread(application, agent, Start::peak),
          starts.added(application, agent, none, Start::wall),
          starts.added(application, agent, none, Start::cpu),
          starts.added(application, agent, none, Start::peak),
          share(application, agent, agents, Kind.JMX_EXPORTER),
          share(application, agent, agents, Kind.OPENTELEMETRY));
    }
    return table;
  }

  private Object share(Application application, Agent agent, List<Agent> agents, Kind kind) {
    return agent.kind() != Kind.OURS || agents.stream().noneMatch(a -> a.kind() == kind)
        ? "-"
        : starts.share(
            application, agent, agent(agents, kind), agent(agents, Kind.NONE), Start::wall);
  }

  private static Agent agent(List<Agent> agents, Kind kind) {
    return agents.stream().filter(agent -> agent.kind() == kind).findFirst().orElseThrow();
  }

  private void chart(
      Report report,
      Application application,
      String name,
      String title,
      String unit,
      ToDoubleFunction<Start> figure)
      throws IOException {
    BarChart chart = new BarChart(application.title() + ": " + title, unit, false);
    for (Agent agent : agentsOf.getOrDefault(application, List.of())) {
      chart.add(agent.name(), agent.kind().ordinal(), starts.spread(application, agent, figure));
    }
    report.chart(application.name() + "-" + name, title, chart.draw());
  }

  /** What cannot be true: an application that is ready before its JVM can be. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    agentsOf.forEach(
        (application, agents) -> {
          for (Agent agent : agents) {
            List<Start> measured = starts.of(application, agent);
            if (measured.isEmpty() || measured.stream().anyMatch(start -> start.wall() < 0.02)) {
              faults.add(application.title() + ", " + agent.name() + ": " + measured);
            }
          }
        });
    return faults;
  }
}
