package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.match.MethodPattern;
import java.util.List;

/** A limit, the methods it covers and where it was written. Immutable. */
public final class LimitEntry {
  private final Limit limit;
  private final List<MethodPattern> methods;
  private final List<MethodPattern> excludes;
  private final List<String> methodPlaces;
  private final Place place;

  LimitEntry(Limit limit, Patterns methods, Patterns excludes, Place place) {
    this.limit = limit;
    this.methods = methods.patterns();
    this.excludes = excludes.patterns();
    this.methodPlaces = methods.places();
    this.place = place;
  }

  public Limit limit() {
    return limit;
  }

  /** It covers a method if one of these matches; at least one. */
  public List<MethodPattern> methods() {
    return methods;
  }

  /** It does not cover a method if one of these matches. */
  public List<MethodPattern> excludes() {
    return excludes;
  }

  /** Where each of {@link #methods} was written, in their order. */
  public List<String> methodPlaces() {
    return methodPlaces;
  }

  /** Where the limit was written, such as {@code limits.conf:12}. */
  public String place() {
    return place.toString();
  }

  Place where() {
    return place;
  }

  @Override
  public String toString() {
    return limit + " (" + place + ")";
  }
}
