package io.github.ratelimitagent.agent;

/** The agent cannot start, for a reason that the operator can mend. Its message says all. */
final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartException(String message) {
    super(message, null, false, false);
  }
}
