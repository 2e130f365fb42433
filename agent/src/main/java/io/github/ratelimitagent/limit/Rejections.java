package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.RateLimitExceededException.Reason;
import io.github.ratelimitagent.limit.template.AccessOpener;

/** Makes what a rejected call throws. */
final class Rejections {
  private final ThrottledLog log;
  private final ApplicationExceptions applicationExceptions;

  Rejections(AccessOpener opener, ThrottledLog log) {
    this.applicationExceptions = new ApplicationExceptions(opener);
    this.log = log;
  }

  Throwable make(Site site, Limit limit, String key, Reason reason, long retryAfterMicros) {
    RateLimitExceededException ours =
        new RateLimitExceededException(
            limit.description(), limit.name(), key, reason, retryAfterMicros, limit.stackTrace());
    String className = limit.exceptionClass();
    if (className == null) {
      return ours;
    }
    try {
      // its stack begins with our frames: leaving them out takes four times as long as a denial
      return applicationExceptions.make(className, site.loader(), ours);
    } catch (Throwable e) {
      // whatever the application's class does, the call stays denied
      if (ThreadFailure.isDeath(e)) {
        throw (Error) e;
      }
      warn(site, limit, className, e);
      return ours;
    }
  }

  private void warn(Site site, Limit limit, String className, Throwable e) {
    try {
      log.warn(
          "exception " + limit.name(),
          "limit "
              + limit.name()
              + ": exception = \""
              + className
              + "\" cannot be thrown at "
              + site.method()
              + " ("
              + e
              + "); RateLimitExceededException is thrown instead. It must be visible to that class and"
              + " have a constructor (String, Throwable), (String) or ()");
    } catch (VirtualMachineError untold) {
      // nothing is left to tell it with
    }
  }
}
