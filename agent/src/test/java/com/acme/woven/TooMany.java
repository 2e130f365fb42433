package com.acme.woven;

/** Exceptions of an application, in the shapes that it may have given them. */
@SuppressWarnings("serial")
public final class TooMany {
  private TooMany() {}

  /** The full shape. */
  public static class WithCause extends RuntimeException {
    public WithCause(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Only a message. */
  public static class WithMessage extends RuntimeException {
    WithMessage(String message) {
      super(message);
    }
  }

  /** Nothing. */
  public static class Bare extends RuntimeException {}

  /** One that the methods do not declare. */
  public static class Checked extends Exception {
    public Checked(String message) {
      super(message);
    }
  }

  /** Cannot be made. */
  public abstract static class Abstract extends RuntimeException {}

  /** Fails itself. */
  public static class Failing extends RuntimeException {
    public Failing(String message) {
      super(message);
      throw new IllegalStateException("no");
    }
  }
}
