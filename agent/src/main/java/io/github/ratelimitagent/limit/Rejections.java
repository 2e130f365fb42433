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
            message(limit, reason, retryAfterMicros),
            limit.name(),
            key,
            reason,
            retryAfterMicros,
            limit.stackTrace());
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

  private static String message(Limit limit, Reason reason, long retryAfterMicros) {
    String bucket =
        "rate limit " + limit.name() + " (" + limit.spec() + ", key " + limit.key().source() + ")";
    switch (reason) {
      case NEVER:
        return bucket
            + ": the call asks for more permits than the capacity; it can never be allowed";
      case STORE_UNAVAILABLE:
        return bucket + ": denied because its bucket cannot be asked (on-redis-failure = deny)";
      default:
        return bucket + " exceeded; retry after " + inMillis(retryAfterMicros);
    }
  }

  /** {@code 0.2 ms}, {@code 200 ms}, {@code 12.5 s}: rounded up, three digits at the most. */
  private static String inMillis(long micros) {
    if (micros < 10_000) {
      return (micros + 99) / 100 / 10.0 + " ms";
    }
    if (micros < 10_000_000) {
      return (micros + 999) / 1000 + " ms";
    }
    return (micros + 99_999) / 100_000 / 10.0 + " s";
  }
}
