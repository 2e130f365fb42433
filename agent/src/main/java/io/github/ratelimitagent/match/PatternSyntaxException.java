package io.github.ratelimitagent.match;

/**
 * A method pattern that cannot be read. The message has what is wrong, the pattern with a caret
 * under the place, and what to write instead, each on lines of its own.
 */
public final class PatternSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String pattern;
  private final int position;
  private final String advice;

  PatternSyntaxException(String problem, String pattern, int position, String advice) {
    super(problem + "\n" + Caret.lines(pattern, position) + "\n" + advice);
    this.problem = problem;
    this.pattern = pattern;
    this.position = position;
    this.advice = advice;
  }

  /** What is wrong, in one line. */
  public String problem() {
    return problem;
  }

  /** The whole pattern. */
  public String pattern() {
    return pattern;
  }

  /**
   * Index into the pattern where it went wrong; its length when something is missing at the end.
   */
  public int position() {
    return position;
  }

  /** What to write instead, in one line. */
  public String advice() {
    return advice;
  }
}
