package io.github.ratelimitagent.config;

import io.github.ratelimitagent.match.NearNames;
import java.util.Collection;
import java.util.List;

/** "Did you mean", or what there is. */
final class Suggestion {
  private static final int MOST = 3;
  private static final int MOST_KNOWN = 20;

  private Suggestion() {}

  static List<String> names(String wanted, Collection<String> known) {
    return NearNames.of(wanted, known, MOST);
  }

  /** "a", "a or b", "a, b or c". */
  static String oneOf(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  /** A sentence about the names that are near, else about all of them. */
  static String of(String wanted, Collection<String> known, String noun) {
    List<String> near = names(wanted, known);
    if (!near.isEmpty()) {
      return "did you mean " + oneOf(near) + "?";
    }
    if (known.isEmpty()) {
      return "there are no " + noun;
    }
    return known.size() > MOST_KNOWN ? "" : "the " + noun + " are " + String.join(", ", known);
  }
}
