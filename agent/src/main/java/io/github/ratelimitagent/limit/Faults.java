package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.limit.template.TemplateValueException;
import java.util.ArrayList;
import java.util.List;

/** Counts and tells what goes wrong while a call is decided. Safe for many threads. */
final class Faults {
  /** What saying something needs, classes included that it is the first to use. */
  private static final int STACK_FRAMES = 400;

  private final ThrottledLog log;

  Faults(ThrottledLog log) {
    this.log = log;
  }

  /** A limit's key, permits or when could not be read; answers whether the call is rejected. */
  boolean unreadable(Site site, BoundLimit bound, Throwable e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    bound.metrics().fault();
    Limit limit = bound.limit();
    boolean deny = limit.onFailure() == FailurePolicy.DENY && !limit.observed();
    log.warn(
        "render " + limit.name(),
        "limit "
            + limit.name()
            + ": its key, permits or when could not be read at "
            + site.method()
            + ": "
            + describe(e)
            + "; such calls are "
            + (deny ? "denied" : "let through by this limit"));
    return deny;
  }

  /**
   * Without the message of an exception of the application: that may hold what must not be logged.
   */
  private static String describe(Throwable e) {
    String what =
        e instanceof TemplateValueException
            ? String.valueOf(e.getMessage())
            : e.getClass().getName();
    // by name: a later JDK may lack the class
    return what.contains("java.security.AccessControlException")
        ? what + " (the security policy must grant the permission to the code that is called there)"
        : what;
  }

  /** The agent itself has failed, and these limits do not apply to the call. */
  void letThrough(Site site, List<BoundLimit> limits, Throwable e) {
    List<String> names = new ArrayList<>();
    for (BoundLimit bound : limits) {
      bound.metrics().fault();
      names.add(bound.limit().name());
    }
    try {
      // a class that is first used while the stack overflows stays broken for the whole JVM
      StackProbe.touch(STACK_FRAMES);
    } catch (StackOverflowError deep) {
      return; // said at the next fault that has room
    }
    log.warn(
        "fault " + site.method(),
        "a fault of the agent let a call of "
            + site.method()
            + " through (limits "
            + names
            + "): "
            + ThrottledLog.describe(e));
  }
}
