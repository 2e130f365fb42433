package io.github.ratelimitagent.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Reserved turns of a bucket that were given back and lie ahead, in their order, each with the
 * permits that can be had at it. Not safe for several threads.
 */
final class FreeTurns {
  /** With more than that, the earliest is lost. As in the Redis script. */
  static final int MOST = 100;

  private final List<Turn> turns = new ArrayList<>(1);

  boolean isEmpty() {
    return turns.isEmpty();
  }

  void forgetBefore(long micros) {
    turns.removeIf(turn -> turn.micros < micros);
  }

  /** The first turn before {@code end} at which the permits can be had; -1 if there is none. */
  long find(long permits, long end) {
    for (int i = 0; i < turns.size() && turns.get(i).micros < end; i++) {
      if (turns.get(i).permits >= permits) {
        return turns.get(i).micros;
      }
    }
    return -1;
  }

  /** Takes permits of the turn that {@link #find} has answered for as many. */
  void take(long micros, long permits) {
    int place = 0;
    while (turns.get(place).micros != micros || turns.get(place).permits < permits) {
      place++;
    }
    Turn turn = turns.get(place);
    turn.permits -= permits;
    if (turn.permits == 0) {
      turns.remove(place);
    }
  }

  void add(long micros, long permits) {
    int place = turns.size();
    while (place > 0 && turns.get(place - 1).micros > micros) {
      place--;
    }
    turns.add(place, new Turn(micros, permits));
  }

  /** When the last turn is; -1 if there is none. */
  long last() {
    return turns.isEmpty() ? -1 : turns.get(turns.size() - 1).micros;
  }

  /** Takes the last turn out, and answers its permits. */
  long removeLast() {
    return turns.remove(turns.size() - 1).permits;
  }

  void trim() {
    if (turns.size() > MOST) {
      turns.remove(0);
    }
  }

  private static final class Turn {
    final long micros;
    long permits;

    Turn(long micros, long permits) {
      this.micros = micros;
      this.permits = permits;
    }
  }
}
