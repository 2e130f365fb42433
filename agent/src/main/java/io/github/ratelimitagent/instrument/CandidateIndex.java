package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.MethodPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which limits may cover a method of a class, by the class's name only. Immutable. */
final class CandidateIndex {
  private final List<CoveredLimit> limits;

  CandidateIndex(List<CoveredLimit> limits) {
    this.limits = Collections.unmodifiableList(new ArrayList<>(limits));
  }

  List<CoveredLimit> limits() {
    return limits;
  }

  /** Those whose patterns do not rule the class out; asked for every class that is loaded. */
  List<CoveredLimit> of(String className) {
    List<CoveredLimit> candidates = Collections.emptyList();
    for (int i = 0; i < limits.size(); i++) {
      CoveredLimit limit = limits.get(i);
      if (mayMatch(limit, className)) {
        if (candidates.isEmpty()) {
          candidates = new ArrayList<>(2);
        }
        candidates.add(limit);
      }
    }
    return candidates;
  }

  private static boolean mayMatch(CoveredLimit limit, String className) {
    List<MethodPattern> patterns = limit.methods();
    for (int i = 0; i < patterns.size(); i++) {
      if (patterns.get(i).mayMatchClass(className)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a class of the JDK may be limited, which the weaver itself may need. */
  boolean canNameJdkClass() {
    for (CoveredLimit limit : limits) {
      for (MethodPattern pattern : limit.methods()) {
        if (pattern.canNameJdkClass()) {
          return true;
        }
      }
    }
    return false;
  }
}
