package com.acme.woven;

/** A class whose superclass stands between it and the interface. */
public final class Jobs {
  private Jobs() {}

  /** What a limit names. */
  public interface Job {
    int work();
  }

  /** Between them. */
  public abstract static class Base implements Job {}

  /** What is to be limited. */
  public static class Own extends Base {
    @Override
    public int work() {
      return 1;
    }
  }
}
