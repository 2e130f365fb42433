package io.github.ratelimitagent.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.limit.template.Template;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What the tests of the dispatcher say again and again. */
final class RejectedCalls {
  static final String WORK = "com.acme.woven.Work";
  static final long HOUR_MICROS = TimeUnit.HOURS.toMicros(1);

  private RejectedCalls() {}

  /** A limit whose bucket gets one token an hour. */
  static Limit.Builder hourly(String name, long capacity, String key) {
    return Limit.builder(name, new BucketSpec(capacity, 1, HOUR_MICROS)).key(Template.parse(key));
  }

  /** The rejection that the call ends with. */
  static RateLimitExceededException rejection(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(RateLimitExceededException.class);
    return (RateLimitExceededException) thrown;
  }
}
