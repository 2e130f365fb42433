package io.github.ratelimitagent.testapp.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** Everything that happened between the first and the last call of all workers. Immutable. */
final class Run {
  /** The clocks of two workers agree to this; every length below errs on the safe side by it. */
  private static final long CLOCK_MICROS = 1_000;

  final Bound bound;
  final int workers;

  /** In the order in which they ended. */
  final List<Call> calls;

  final List<Sample> samples;

  Run(Bound bound, int workers, List<Call> calls, List<Sample> samples) {
    if (calls.isEmpty()) {
      throw new IllegalArgumentException("no calls");
    }
    this.bound = bound;
    this.workers = workers;
    List<Call> sorted = new ArrayList<>(calls);
    sorted.sort(Comparator.comparingLong(call -> call.endMicros));
    this.calls = Collections.unmodifiableList(sorted);
    this.samples = Collections.unmodifiableList(new ArrayList<>(samples));
  }

  /** When the first call began. */
  long originMicros() {
    return least(call -> call.startMicros);
  }

  /** At most this long from the beginning of the first call to the end of the last one. */
  long lengthMicros() {
    return calls.get(calls.size() - 1).endMicros - originMicros() + CLOCK_MICROS;
  }

  /**
   * At least this long from the end of the first call to the beginning of the last. The store
   * decided those two outside of this time, so it has refilled for at least as long.
   */
  long surelyRefilledMicros() {
    long lastStart = -least(call -> -call.startMicros);
    return Math.max(0, lastStart - calls.get(0).endMicros - CLOCK_MICROS);
  }

  long granted() {
    return calls.stream().filter(call -> call.granted).count();
  }

  long granted(int worker) {
    return calls.stream().filter(call -> call.granted && call.worker == worker).count();
  }

  long calls(int worker) {
    return calls.stream().filter(call -> call.worker == worker).count();
  }

  /** Calls granted up to {@code micros} after the origin. */
  long grantedWithin(long micros) {
    long until = originMicros() + micros;
    return calls.stream().filter(call -> call.granted && call.endMicros <= until).count();
  }

  /** What the bucket held {@code micros} after the origin, by the last sample before it. */
  double tokensAt(long micros) {
    long at = originMicros() + micros;
    double tokens = bound.capacity;
    for (Sample sample : samples) {
      if (sample.micros > at) {
        break;
      }
      tokens = bound.refilled(sample.tokens, at - sample.micros);
    }
    return tokens;
  }

  private long least(ToLongFunction<Call> time) {
    return calls.stream().mapToLong(time).min().getAsLong();
  }
}
