package io.github.ratelimitagent.cli;

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

  void add(boolean coversMethods, int newProblems, int newWarnings) {
    if (coversMethods) {
      covering++;
    } else {
      withoutMethods++;
    }
    problems += newProblems;
    warnings += newWarnings;
  }

  /** Whether every limit covers methods and can be applied to all of them. */
  boolean isWell() {
    return withoutMethods == 0 && problems == 0;
  }

  /** Such as {@code : 2 cover methods, 1 covers none}. */
  String covered() {
    String text = ": " + covering + verb(covering) + "methods";
    return withoutMethods == 0
        ? text
        : text + ", " + withoutMethods + verb(withoutMethods) + "none";
  }

  /** Such as {@code , 1 problem, 2 warnings}; empty if all is well. */
  String problemsAndWarnings() {
    StringBuilder text = new StringBuilder();
    if (problems > 0) {
      text.append(", ").append(LimitText.count(problems, "problem"));
    }
    if (warnings > 0) {
      text.append(", ").append(LimitText.count(warnings, "warning"));
    }
    return text.toString();
  }

  private static String verb(int limits) {
    return limits == 1 ? " covers " : " cover ";
  }
}
