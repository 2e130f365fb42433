package io.github.ratelimitagent.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Collects problems and warnings while a configuration is read. For one thread. */
final class Problems {
  private final List<Problem> problems = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();

  void add(Place place, String description, String advice) {
    add(new Problem(place, description, advice));
  }

  void add(Problem problem) {
    problems.add(problem);
  }

  void warn(Place place, String description, String advice) {
    warnings.add(new Problem(place, description, advice));
  }

  /** In the order of the files and lines. */
  List<String> warnings() {
    List<String> texts = new ArrayList<>();
    for (Problem warning : sorted(warnings)) {
      texts.add(warning.toString());
    }
    return texts;
  }

  void throwIfAny(String source) throws ConfigException {
    if (!problems.isEmpty()) {
      throw new ConfigException(source, sorted(problems), warnings());
    }
  }

  private static List<Problem> sorted(List<Problem> problems) {
    List<Problem> sorted = new ArrayList<>(problems);
    Collections.sort(sorted);
    return sorted;
  }
}
