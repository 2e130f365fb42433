package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.KnownClasses;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.match.UnmatchedPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Says of limits that covered no method, and of excludes, what may have been meant. */
final class UnmatchedLimits {
  /** Looking for near names takes a while for each, and the JVM may be about to end. */
  private static final int MOST_EXPLAINED = 20;

  private final KnownClasses loaded;
  private final KnownClasses onClassPath;

  /**
   * @param loaded the classes that the JVM has
   * @param onClassPath those that it could have: described by name, without a list of them
   */
  UnmatchedLimits(KnownClasses loaded, KnownClasses onClassPath) {
    this.loaded = loaded;
    this.onClassPath = onClassPath;
  }

  List<String> describe(List<CoveredLimit> unmatched) {
    List<String> descriptions = new ArrayList<>();
    for (int i = 0; i < unmatched.size(); i++) {
      if (descriptions.size() >= MOST_EXPLAINED) {
        descriptions.add(
            (unmatched.size() - i)
                + " more limits have matched nothing so far, among them "
                + unmatched.get(i)
                + "; the check command with --classpath tells why of each");
        break;
      }
      for (MethodPattern pattern : unmatched.get(i).methods()) {
        descriptions.add("limit " + unmatched.get(i) + describe(pattern, unmatched.get(i)));
      }
    }
    return descriptions;
  }

  private String describe(MethodPattern pattern, CoveredLimit covered) {
    String className = pattern.className();
    boolean onlyNotLoaded =
        className != null
            // it describes what the boot loader has, loaded or not
            && !loaded.names().contains(className)
            && onClassPath.type(className) != null;
    List<String> reasons = UnmatchedPattern.explain(pattern, onlyNotLoaded ? onClassPath : loaded);
    if (onlyNotLoaded && reasons.isEmpty()) {
      return " has had nothing to limit so far: the application has not loaded the class "
          + className
          + " yet ("
          + pattern.source()
          + ")";
    }
    if (reasons.isEmpty() && !covered.excludes().isEmpty()) {
      reasons = Collections.singletonList(EXCLUDED);
    }
    return " has matched nothing so far: "
        + pattern.source()
        + (reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")");
  }

  /** Of excludes that have kept no method out of a limit that covers some. */
  List<String> describeExcludes(CoveredLimit covered, List<MethodPattern> idle) {
    List<String> descriptions = new ArrayList<>();
    for (MethodPattern exclude : idle.subList(0, Math.min(idle.size(), MOST_EXPLAINED))) {
      List<String> reasons = UnmatchedPattern.explain(exclude, loaded);
      descriptions.add(
          "exclude of limit "
              + covered
              + " has kept nothing out so far: "
              + exclude.source()
              + " ("
              + (reasons.isEmpty() ? NOT_COVERED : String.join("; ", reasons))
              + ")");
    }
    return descriptions;
  }

  static final String EXCLUDED = "the limit's exclude keeps out what it covers";

  static final String NOT_COVERED = "the limit's own patterns cover none of its methods";
}
