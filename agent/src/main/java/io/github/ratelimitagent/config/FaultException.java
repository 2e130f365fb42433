package io.github.ratelimitagent.config;

/** A problem after which a file cannot be read on; unchecked since it passes through the parser. */
final class FaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  FaultException(Problem problem) {
    super(problem.toString());
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
