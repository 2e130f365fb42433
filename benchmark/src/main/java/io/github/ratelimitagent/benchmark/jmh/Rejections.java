package io.github.ratelimitagent.benchmark.jmh;

import io.github.ratelimitagent.RateLimitExceededException;

/** Calls that must be rejected, as proof that the agent is at work. */
final class Rejections {
  private Rejections() {}

  /** The rejection of a call; the first one may go through, to empty the bucket. */
  static Throwable of(Runnable call) {
    for (int attempt = 0; attempt < 2; attempt++) {
      try {
        call.run();
      } catch (RateLimitExceededException rejected) {
        return rejected;
      }
    }
    throw new IllegalStateException("the call is not limited: is the agent attached?");
  }
}
