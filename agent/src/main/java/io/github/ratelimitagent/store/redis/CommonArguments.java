package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.BucketSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the common call asks of each of its buckets: equal acquires of one claim, or refunds. A
 * value: calls with equal ones can be joined.
 */
final class CommonArguments {
  private final BucketSpec spec;
  private final long permits;
  private final long micros;
  private final int times;
  private final long most;

  /**
   * The arguments of a call.
   *
   * @param permits negative in a refund
   * @param micros max-wait of an acquire, or the turn that a refund gives back
   * @param times how many equal acquires
   * @param most permits that a lease may be given; 0 for what is none
   */
  CommonArguments(BucketSpec spec, long permits, long micros, int times, long most) {
    this.spec = spec;
    this.permits = permits;
    this.micros = micros;
    this.times = times;
    this.most = most;
  }

  /** ARGV: what is usual is left out at the end. */
  List<byte[]> args() {
    List<byte[]> args = new ArrayList<>(7);
    args.add(ScriptCall.bytes(spec.capacity()));
    args.add(ScriptCall.bytes(spec.refillTokens()));
    args.add(ScriptCall.bytes(spec.periodMicros()));
    args.add(ScriptCall.bytes(permits));
    boolean lease = most > 0;
    if (lease || times > 1 || micros > 0) {
      args.add(ScriptCall.bytes(micros));
    }
    if (lease || times > 1) {
      args.add(ScriptCall.bytes(times));
    }
    if (lease) {
      args.add(ScriptCall.bytes(most));
    }
    return args;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof CommonArguments)) {
      return false;
    }
    CommonArguments that = (CommonArguments) other;
    return permits == that.permits
        && micros == that.micros
        && times == that.times
        && most == that.most
        && spec.equals(that.spec);
  }

  @Override
  public int hashCode() {
    return Objects.hash(spec, permits, micros, times, most);
  }
}
