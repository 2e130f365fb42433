package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Decision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of {@link BucketScript} to the acquires of one {@link ScriptCall}. Immutable. */
final class ScriptReply {
  private final List<?> words;

  private ScriptReply(List<?> words) {
    this.words = words;
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
    List<?> words = (List<?>) reply;
    for (int i = 0; i < words.size(); i++) {
      boolean mayBeFault = i % 2 == 0;
      if (!(words.get(i) instanceof Long || (mayBeFault && words.get(i) instanceof byte[]))) {
        throw new IllegalArgumentException("not a reply of the bucket script");
      }
    }
    return new ScriptReply(words);
  }

  /** How many acquires were answered. */
  int size() {
    return words.size() / 2;
  }

  /** Why there is no answer to the acquire at {@code index}, as the server says it, or null. */
  @Nullable String fault(int index) {
    Object verdict = words.get(2 * index);
    return verdict instanceof byte[] ? new String((byte[]) verdict, StandardCharsets.UTF_8) : null;
  }

  /** The answer to the acquire at {@code index} of the call, which was no lease. */
  Decision decision(int index) {
    return decision(index, false);
  }

  /** The answer to the acquire at {@code index} of the call. */
  Decision decision(int index, boolean lease) {
    long verdict = (Long) words.get(2 * index);
    long detail = (Long) words.get(2 * index + 1);
    if (verdict < 0) {
      return Decision.denied(Math.toIntExact(detail), -verdict);
    }
    return lease ? Decision.leased(verdict, detail) : Decision.allowed(verdict, detail);
  }
}
