package io.github.ratelimitagent.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A configuration that cannot be used. The message has every problem that was found, each on lines
 * of its own with its place, and no secret.
 */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  ConfigException(String source, List<Problem> problems, List<String> warnings) {
    super(message(source, problems, warnings));
    this.problems = Collections.unmodifiableList(new ArrayList<>(problems));
  }

  /** Every problem, in the order of the files and lines; at least one. */
  public List<Problem> problems() {
    return problems;
  }

  private static String message(String source, List<Problem> problems, List<String> warnings) {
    StringBuilder text = new StringBuilder(Shown.withoutUserInfo(source)).append(": ");
    text.append(problems.size() == 1 ? "1 problem" : problems.size() + " problems");
    if (!warnings.isEmpty()) {
      text.append(warnings.size() == 1 ? ", 1 warning" : ", " + warnings.size() + " warnings");
    }
    for (Problem problem : problems) {
      text.append('\n').append(problem);
    }
    for (String warning : warnings) {
      text.append("\nwarning: ").append(warning);
    }
    return text.toString();
  }
}
