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

  /** Takes a cause and loses it. */
  public static class Dropping extends RuntimeException {
    public Dropping(String message, Throwable cause) {
      super(message);
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

  /** Cannot be initialized. */
  public static class Uninitialized extends RuntimeException {
    static final int NUMBER = number();

    public Uninitialized(String message) {
      super(message);
    }

    private static int number() {
      throw new AssertionError("a secret");
    }
  }

  /** Its constructor throws an error. */
  public static class Erring extends RuntimeException {
    public Erring(String message) {
      throw new AssertionError("a secret");
    }
  }

  /** Its constructor never ends. */
  public static class Endless extends RuntimeException {
    public Endless(String message) {
      super(new Endless(message));
    }
  }

  /** Has no constructor that others may call. */
  public static class Private extends RuntimeException {
    private Private(String message) {
      super(message);
    }
  }
}
