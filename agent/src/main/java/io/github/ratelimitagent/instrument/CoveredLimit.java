package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.metrics.LimitMetrics;
import java.util.List;

/** A limit, the methods it covers, and where it is counted. Immutable. */
public final class CoveredLimit {
  private final Limit limit;
  private final List<MethodPattern> methods;
  private final List<MethodPattern> excludes;
  private final String place;
  private final LimitMetrics metrics;

  /**
   * A limit with its patterns.
   *
   * @param place where it is configured, as {@code file:line}
   */
  public CoveredLimit(
      Limit limit,
      List<MethodPattern> methods,
      List<MethodPattern> excludes,
      String place,
      LimitMetrics metrics) {
    this.limit = limit;
    this.methods = methods;
    this.excludes = excludes;
    this.place = place;
    this.metrics = metrics;
  }

  public Limit limit() {
    return limit;
  }

  public List<MethodPattern> methods() {
    return methods;
  }

  List<MethodPattern> excludes() {
    return excludes;
  }

  public String place() {
    return place;
  }

  LimitMetrics metrics() {
    return metrics;
  }

  @Override
  public String toString() {
    return limit.name() + " (" + place + ")";
  }
}
