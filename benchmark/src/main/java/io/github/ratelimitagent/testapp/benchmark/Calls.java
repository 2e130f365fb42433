package io.github.ratelimitagent.testapp.benchmark;

/** Methods for limits of every kind. Not inside the agent's packages, which it never limits. */
public class Calls {
  private int state;

  /** No limit covers it. */
  public int plain(int value) {
    return state += value;
  }

  /** A limit with one bucket. */
  public int constantKey(int value) {
    return state += value;
  }

  /** A limit with a bucket for each argument. */
  public int argumentKey(String user) {
    return state += user.length();
  }

  /** A limit whose bucket is empty. */
  public int denied(int value) {
    return state += value;
  }

  /** A limit whose bucket is empty, and whose rejection records no stack. */
  public int deniedStackless(int value) {
    return state += value;
  }

  /** A limit whose tokens the process takes many at a time. */
  public int leased(int value) {
    return state += value;
  }

  /** The same, with a bucket for each argument. */
  public int leasedByArgument(String user) {
    return state += user.length();
  }
}
