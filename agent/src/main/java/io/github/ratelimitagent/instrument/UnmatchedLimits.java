package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.KnownClasses;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.match.UnmatchedPattern;
import java.util.ArrayList;
import java.util.List;

/** Says of limits that covered no method what may have been meant. */
final class UnmatchedLimits {
  private final KnownClasses known;

  UnmatchedLimits(KnownClasses known) {
    this.known = known;
  }

  List<String> describe(List<CoveredLimit> unmatched) {
    List<String> descriptions = new ArrayList<>();
    for (CoveredLimit covered : unmatched) {
      for (MethodPattern pattern : covered.methods()) {
        List<String> reasons = UnmatchedPattern.explain(pattern, known);
        descriptions.add(
            "limit "
                + covered
                + " has matched nothing so far: "
                + pattern.source()
                + (reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")"));
      }
    }
    return descriptions;
  }
}
