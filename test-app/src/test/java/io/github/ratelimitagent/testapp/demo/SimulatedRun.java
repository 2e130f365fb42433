package io.github.ratelimitagent.testapp.demo;

import java.util.ArrayList;
import java.util.List;

/** Runs as an exact limiter would make them, with the times of a machine that takes no time. */
final class SimulatedRun {
  static final Bound BOUND = new Bound(10, 5);
  static final long ORIGIN_MICROS = 1_700_000_000_000_000L;
  private static final long GAP_MICROS = 100_000;
  private static final long CALL_MICROS = 1_000;

  private SimulatedRun() {}

  /** Workers that begin a little after each other, so that they share the tokens. */
  static Run of(int workers, int callsEach) {
    List<Call> calls = new ArrayList<>();
    List<Sample> samples = new ArrayList<>();
    double tokens = BOUND.capacity;
    long last = ORIGIN_MICROS;
    for (int i = 0; i < callsEach; i++) {
      for (int turn = 0; turn < workers; turn++) {
        int worker = (turn + i / 3) % workers + 1;
        long start = ORIGIN_MICROS + i * GAP_MICROS + turn * 7_000L;
        tokens = BOUND.refilled(tokens, start - last);
        last = start;
        boolean granted = tokens >= 1;
        tokens -= granted ? 1 : 0;
        calls.add(call(worker, start, granted));
        samples.add(new Sample(start, tokens));
      }
    }
    return new Run(BOUND, workers, calls, samples);
  }

  /** Calls one after the other, a gap apart, of which the first ones are granted. */
  static Run granting(int granted, int calls) {
    List<Call> made = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      made.add(call(1, ORIGIN_MICROS + i * GAP_MICROS, i < granted));
    }
    return new Run(BOUND, 1, made, List.of());
  }

  static Call call(int worker, long startMicros, boolean granted) {
    return new Call(
        worker, startMicros, startMicros + CALL_MICROS, granted, granted ? "" : "x.Rejected: no");
  }
}
