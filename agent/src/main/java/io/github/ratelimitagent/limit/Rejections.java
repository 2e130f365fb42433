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
      return applicationExceptions.make(className, site.loader(), ours);
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
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
      return ours;
    }
  }
}
