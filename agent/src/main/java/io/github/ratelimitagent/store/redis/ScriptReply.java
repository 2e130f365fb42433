package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Decision;
import java.util.List;

/** The answers of {@link BucketScript} to the acquires of one {@link ScriptCall}. Immutable. */
final class ScriptReply {
  private final List<?> integers;

  private ScriptReply(List<?> integers) {
    this.integers = integers;
  }

  /**
   * Takes the reply of the server as its client gives it.
   *
   * @throws IllegalArgumentException when it is not what the script returns
   */
  static ScriptReply of(Object reply) {
    if (!(reply instanceof List) || ((List<?>) reply).size() % 2 != 0) {
      throw new IllegalArgumentException("not a reply of the bucket script");
    }
    List<?> integers = (List<?>) reply;
    for (Object integer : integers) {
      if (!(integer instanceof Long)) {
        throw new IllegalArgumentException("not a reply of the bucket script");
      }
    }
    return new ScriptReply(integers);
  }

  /** How many acquires were answered. */
  int size() {
    return integers.size() / 2;
  }

  /** The answer to the acquire at {@code index} of the call, which was no lease. */
  Decision decision(int index) {
    return decision(index, false);
  }

  /** The answer to the acquire at {@code index} of the call. */
  Decision decision(int index, boolean lease) {
    long verdict = (Long) integers.get(2 * index);
    long detail = (Long) integers.get(2 * index + 1);
    if (verdict < 0) {
      return Decision.denied(Math.toIntExact(detail), -verdict);
    }
    return lease ? Decision.leased(verdict, detail) : Decision.allowed(verdict, detail);
  }
}
