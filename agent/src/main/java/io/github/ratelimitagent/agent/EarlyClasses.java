package io.github.ratelimitagent.agent;

/**
 * Classes of which a call, or a failure, would be the first user. They are initialized before: a
 * class whose initialization meets a full heap or the end of a stack is lost to this JVM for good,
 * and with it all that needs the class.
 */
final class EarlyClasses {
  private static final String PACKAGE = "io.github.ratelimitagent.";

  /** Those with {@code $1} are what the compiler makes of a {@code switch} over an enum. */
  private static final String[] NAMES = {
    "RateLimitExceededException$Reason",
    "limit.Call$1",
    "limit.Decision$1",
    "limit.DurationText",
    "limit.Enforcement$1",
    "limit.template.Arguments",
    "metrics.Counts",
    "store.FailureLog$1",
    "store.Lease",
    "store.redis.FailureText$1",
    "store.redis.Server$1",
    "store.redis.ServerError",
  };

  private EarlyClasses() {}

  /** Initializes them, and the JDK's classes that the log needs. */
  static void initialize() throws ClassNotFoundException {
    StderrLog.utc(0);
    for (String name : NAMES) {
      Class.forName(PACKAGE + name);
    }
  }
}
