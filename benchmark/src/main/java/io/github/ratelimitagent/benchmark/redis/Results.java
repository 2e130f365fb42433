package io.github.ratelimitagent.benchmark.redis;

import io.github.ratelimitagent.benchmark.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The measurements of a run. Not safe for use by several threads. */
final class Results {
  private final List<Measurement> measurements = new ArrayList<>();

  void add(Measurement measurement) {
    measurements.add(measurement);
  }

  List<Measurement> of(Scenario scenario, String contender) {
    return measurements.stream()
        .filter(m -> m.scenario().equals(scenario.name()) && m.contender().equals(contender))
        .toList();
  }

  boolean has(Scenario scenario) {
    return measurements.stream().anyMatch(m -> m.scenario().equals(scenario.name()));
  }

  /** A figure of one contender over all rounds. */
  Spread spread(Scenario scenario, String contender, ToDoubleFunction<Measurement> figure) {
    return Spread.of(of(scenario, contender).stream().map(m -> figure.applyAsDouble(m)).toList());
  }

  /** A figure of one contender against the yardstick of the same round, over all rounds. */
  Spread against(
      Scenario scenario, String contender, ToDoubleBiFunction<Measurement, Measurement> figure) {
    List<Double> values = new ArrayList<>();
    for (Measurement yardstick : of(scenario, Contender.YARDSTICK)) {
      for (Measurement measured : of(scenario, contender)) {
        if (measured.fork() == yardstick.fork() && measured.round() == yardstick.round()) {
          values.add(figure.applyAsDouble(measured, yardstick));
        }
      }
    }
    return Spread.of(values);
  }

  /** Calls per second over those of the yardstick. */
  Spread ratio(Scenario scenario, String contender) {
    return against(
        scenario,
        contender,
        (measured, yardstick) -> measured.callsPerSecond() / yardstick.callsPerSecond());
  }

  /** The latencies of all rounds together. */
  Histogram latencies(Scenario scenario, String contender) {
    Histogram sum = Load.latencies();
    of(scenario, contender).forEach(m -> sum.add(m.latencies()));
    return sum;
  }

  /** What cannot be true of a run that went well. */
  List<String> faults(List<Scenario> scenarios) {
    List<String> faults = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      for (Contender contender : Contender.all()) {
        List<Measurement> measured = of(scenario, contender.name());
        String where = contender.name() + ", " + scenario.name() + ": ";
        if (measured.isEmpty()) {
          faults.add(where + "nothing was measured");
        }
        for (Measurement m : measured) {
          long decided = m.calls() - m.failures();
          if (decided <= 0) {
            faults.add(where + "no call was decided in round " + m.round());
          } else if (scenario.full() && m.allowed() != decided) {
            faults.add(where + (decided - m.allowed()) + " calls denied by a full bucket");
          } else if (!scenario.full() && m.allowed() > 0) {
            faults.add(where + m.allowed() + " calls allowed by an empty bucket");
          }
        }
      }
    }
    return faults;
  }
}
