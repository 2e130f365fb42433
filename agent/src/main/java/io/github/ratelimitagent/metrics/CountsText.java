package io.github.ratelimitagent.metrics;

import java.util.ArrayList;
import java.util.List;

/** What was counted, in words: each call is in one of the numbers, but for those "of them". */
final class CountsText {
  private static final String NO_ANSWER = " (no answer from Redis)";

  private final Counts counts;
  private final List<String> parts = new ArrayList<>();

  CountsText(Counts counts) {
    this.counts = counts;
    if (counts.observedDenials() + counts.observedWaits() > 0) {
      observed();
    } else {
      enforced();
    }
    add(counts.bypassed(), " bypassed" + NO_ANSWER);
    add(counts.free(), " free (permits of 0)");
    add(counts.faults(), counts.faults() == 1 ? " fault" : " faults");
  }

  private void observed() {
    long calls = counts.allowed();
    parts.add(calls + (calls == 1 ? " call" : " calls"));
    add(counts.observedDenials(), " of them would have been denied");
    add(counts.observedWaits(), " of them would have waited");
    add(
        counts.fallbacks() + counts.fallbackDenials(),
        " of them decided by this process alone" + NO_ANSWER);
  }

  private void enforced() {
    long decidedHere = counts.fallbacks() + counts.fallbackDenials();
    long allowed = counts.allowed() - counts.fallbacks();
    long denied = counts.denied() - counts.fallbackDenials() - counts.unanswered();
    if (allowed > 0 || decidedHere == 0) {
      parts.add(
          allowed
              + " allowed"
              + (decidedHere == 0 && counts.waits() > 0 ? " (" + waited("") + ")" : ""));
    }
    add(denied, " denied");
    add(counts.unanswered(), " denied without an answer from Redis");
    add(
        decidedHere,
        " decided by this process alone"
            + NO_ANSWER
            + ": "
            + counts.fallbacks()
            + " allowed and "
            + counts.fallbackDenials()
            + " denied");
    if (decidedHere > 0 && counts.waits() > 0) {
      parts.add(waited("of all allowed "));
    }
  }

  private String waited(String ofWhat) {
    return counts.waits()
        + " "
        + ofWhat
        + "waited, "
        + counts.waitedMicros() / counts.waits() / 1000
        + " ms on average";
  }

  private void add(long count, String what) {
    if (count > 0) {
      parts.add(count + what);
    }
  }

  @Override
  public String toString() {
    return String.join(", ", parts);
  }
}
