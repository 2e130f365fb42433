package io.github.ratelimitagent.benchmark.startup;

import io.github.ratelimitagent.benchmark.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The starts of a run. Not safe for use by several threads. */
final class Starts {
  private final List<Start> starts = new ArrayList<>();

  void add(Start start) {
    starts.add(start);
  }

  List<Start> of(Application application, Agent agent) {
    return starts.stream()
        .filter(s -> s.application().equals(application.name()) && s.agent().equals(agent.name()))
        .toList();
  }

  Spread spread(Application application, Agent agent, ToDoubleFunction<Start> figure) {
    return Spread.of(of(application, agent).stream().map(figure::applyAsDouble).toList());
  }

  /** What an agent adds to a start of the same round without one. */
  Spread added(Application application, Agent agent, Agent none, ToDoubleFunction<Start> figure) {
    List<Double> values = new ArrayList<>();
    for (Start start : of(application, agent)) {
      of(application, none, start.round())
          .ifPresent(bare -> values.add(figure.applyAsDouble(start) - figure.applyAsDouble(bare)));
    }
    return Spread.of(values);
  }

  /** What an agent adds over what another one adds in the same round. */
  Spread share(
      Application application,
      Agent agent,
      Agent other,
      Agent none,
      ToDoubleFunction<Start> figure) {
    List<Double> values = new ArrayList<>();
    for (Start start : of(application, agent)) {
      Optional<Start> bare = of(application, none, start.round());
      Optional<Start> dear = of(application, other, start.round());
      if (bare.isPresent() && dear.isPresent()) {
        double base = figure.applyAsDouble(bare.get());
        values.add(
            (figure.applyAsDouble(start) - base) / (figure.applyAsDouble(dear.get()) - base));
      }
    }
    return Spread.of(values);
  }

  private Optional<Start> of(Application application, Agent agent, int round) {
    return of(application, agent).stream().filter(start -> start.round() == round).findFirst();
  }
}
