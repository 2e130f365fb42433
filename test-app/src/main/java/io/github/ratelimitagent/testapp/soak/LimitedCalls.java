package io.github.ratelimitagent.testapp.soak;

/** The methods that the limits of the soak cover. */
final class LimitedCalls {
  private LimitedCalls() {}

  /** All processes together are rejected often. */
  static void hot() {}

  /** A bucket for each of many users. */
  static void perUser(String user) {}

  /** Three permits a call. */
  static void bulk(int size) {}

  /** Waits for its turn. */
  static void turn() {}

  /** Has a limit of its own and one for each user. */
  static void twice(String user) {}

  /** Rejected without Redis. */
  static void strict() {}

  /** Limited by each process without Redis. */
  static void local() {}
}
