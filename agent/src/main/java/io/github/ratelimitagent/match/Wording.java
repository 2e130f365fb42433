package io.github.ratelimitagent.match;

import java.util.List;

/** Puts names into a sentence. */
public final class Wording {
  private Wording() {}

  /** "a", "a or b", "a, b or c". */
  public static String oneOf(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }
}
