package io.github.ratelimitagent.testapp.demo;

/** Something cannot be run here; the message says why and what to do. */
public final class CannotRunException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With what is wrong and what to do. */
  public CannotRunException(String message) {
    super(message);
  }
}
