package io.github.ratelimitagent.instrument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which methods of a class path a limit covers, and what is wrong with it there. */
public final class LimitCoverage {
  private final CoveredLimit limit;
  private final List<String> methods = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  LimitCoverage(CoveredLimit limit) {
    this.limit = limit;
  }

  void covers(String method) {
    methods.add(method);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  void problem(String problem) {
    problems.add(problem);
  }

  public CoveredLimit limit() {
    return limit;
  }

  /** The methods it limits, as patterns would name them. */
  public List<String> methods() {
    return Collections.unmodifiableList(methods);
  }

  /** What is doubtful. */
  public List<String> warnings() {
    return Collections.unmodifiableList(warnings);
  }

  /** Why it limits less than it says, or nothing. */
  public List<String> problems() {
    return Collections.unmodifiableList(problems);
  }
}
