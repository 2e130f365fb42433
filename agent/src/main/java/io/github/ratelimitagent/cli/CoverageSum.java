package io.github.ratelimitagent.cli;

import io.github.ratelimitagent.instrument.LimitCoverage;

/** Counts how the limits fared. Not safe for several threads. */
final class CoverageSum {
  private int covering;
  private int withoutMethods;
  private int problems;
  private int warnings;

  /** A warning that is none of a limit. */
  void addWarning() {
    warnings++;
  }

  void add(LimitCoverage of) {
    if (of.methods().isEmpty()) {
      withoutMethods++;
    } else {
      covering++;
    }
    problems += of.problems().size();
    warnings += of.warnings().size();
  }

  /** Whether every limit covers methods and can be applied to all of them. */
  boolean isWell() {
    return withoutMethods == 0 && problems == 0;
  }

  /** Such as {@code : 2 covering methods, 1 covering none, 1 problem}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(": ").append(covering).append(" covering methods");
    if (withoutMethods > 0) {
      text.append(", ").append(withoutMethods).append(" covering none");
    }
    if (problems > 0) {
      text.append(", ").append(LimitText.count(problems, "problem"));
    }
    if (warnings > 0) {
      text.append(", ").append(LimitText.count(warnings, "warning"));
    }
    return text.toString();
  }
}
