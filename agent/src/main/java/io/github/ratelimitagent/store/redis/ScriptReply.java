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
    require(reply instanceof List && ((List<?>) reply).size() % 2 == 0);
    List<?> words = (List<?>) reply;
    for (int i = 0; i < words.size(); i += 2) {
      require(isAnswer(words.get(i), words.get(i + 1)));
    }
    return new ScriptReply(words);
  }

  private static void require(boolean sense) {
    if (!sense) {
      throw new IllegalArgumentException("not a reply of the bucket script");
    }
  }

  private static boolean isAnswer(Object verdict, Object detail) {
    if (verdict instanceof Long && (Long) verdict > 0) {
      return detail instanceof List
          && !((List<?>) detail).isEmpty()
          && ((List<?>) detail).stream().allMatch(Long.class::isInstance);
    }
    return (verdict instanceof Long || verdict instanceof byte[]) && detail instanceof Long;
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

  /**
   * The answer to the acquire at {@code index} of the call.
   *
   * @param claims how many it had
   * @param lease whether it asked for a lease
   * @throws IllegalArgumentException when it is no answer to that
   */
  Decision decision(int index, int claims, boolean lease) {
    long verdict = (Long) words.get(2 * index);
    if (verdict > 0) {
      List<?> turns = (List<?>) words.get(2 * index + 1);
      require(turns.size() == claims);
      return Decision.reserved(verdict, turns.stream().mapToLong(Long.class::cast).toArray());
    }
    long detail = (Long) words.get(2 * index + 1);
    require(detail >= 0 && verdict > Long.MIN_VALUE && (verdict == 0 || detail < claims));
    if (verdict < 0) {
      return Decision.denied((int) detail, -verdict);
    }
    return lease ? Decision.leased(detail) : Decision.allowed(detail);
  }
}
