package io.github.ratelimitagent.instrument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What the limits cover of a class path, and the classes that could not be checked. Immutable. */
public final class PathCoverage {
  private final List<LimitCoverage> limits;
  private final Map<String, String> unreadable;
  private final Map<String, String> incomplete;

  PathCoverage(
      List<LimitCoverage> limits, Map<String, String> unreadable, Map<String, String> incomplete) {
    this.limits = Collections.unmodifiableList(new ArrayList<>(limits));
    this.unreadable = Collections.unmodifiableMap(unreadable);
    this.incomplete = Collections.unmodifiableMap(incomplete);
  }

  /** What each limit covers, in their order. */
  public List<LimitCoverage> limits() {
    return limits;
  }

  /** Classes that a pattern may cover but whose class files cannot be read, and why not. */
  public Map<String, String> unreadable() {
    return unreadable;
  }

  /**
   * Classes of which a pattern with {@code +} may cover more than is known, and a supertype that is
   * not on the class path.
   */
  public Map<String, String> incomplete() {
    return incomplete;
  }
}
