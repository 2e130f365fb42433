package io.github.ratelimitagent.config;

import io.github.ratelimitagent.match.NearNames;
import io.github.ratelimitagent.match.Wording;
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

  /** A sentence about the names that are near, else about all of them. */
  static String of(String wanted, Collection<String> known, String noun) {
    List<String> near = names(wanted, known);
    if (!near.isEmpty()) {
      return "did you mean " + Wording.oneOf(near) + "?";
    }
    if (known.isEmpty()) {
      return "there are no " + noun;
    }
    return known.size() > MOST_KNOWN ? "" : "the " + noun + " are " + String.join(", ", known);
  }
}
