package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.template.CallSignature;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds limits that take from one bucket for the same call, which is rarely meant. */
final class SharedBuckets {
  private SharedBuckets() {}

  /**
   * A warning about the first of those limits that follow in {@code covering} and take from the
   * same bucket for every call of a method; null if there is none.
   */
  static @Nullable String warning(
      CoveredLimit covered, List<CoveredLimit> covering, CallSignature signature) {
    Limit limit = covered.limit();
    int place = covering.indexOf(covered);
    for (CoveredLimit next : covering.subList(place + 1, covering.size())) {
      if (isShared(limit, next.limit(), signature)) {
        return "limit "
            + next.limit().name()
            + " covers it too, with the same key and figures, so each call takes the permits of"
            + " both from one bucket; put the limit's name into the key of one of them";
      }
    }
    return null;
  }

  private static boolean isShared(Limit a, Limit b, CallSignature signature) {
    // conditions may keep them apart, and observed limits have buckets of their own
    return a.key().on(signature).equals(b.key().on(signature))
        && a.spec().equals(b.spec())
        && a.when().isEmpty()
        && b.when().isEmpty()
        && a.observed() == b.observed();
  }
}
