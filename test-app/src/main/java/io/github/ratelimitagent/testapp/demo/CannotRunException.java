package io.github.ratelimitagent.testapp.demo;

/** The demo cannot be run here; the message says why and what to do. */
final class CannotRunException extends Exception {
  private static final long serialVersionUID = 1L;

  CannotRunException(String message) {
    super(message);
  }
}
