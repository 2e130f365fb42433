package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.match.MethodPattern;
import java.util.List;
import java.util.Locale;

/** A limit, the methods it covers and where it was written, which is its order. Immutable. */
public final class LimitEntry implements Comparable<LimitEntry> {
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

  @Override
  public int compareTo(LimitEntry other) {
    return place.compareTo(other.place);
  }

  /**
   * Its name, figures, key and what happens when it is empty: {@code charge: 5/s (capacity 10), key
   * "user:{userId}", block up to 2s}.
   */
  @Override
  public String toString() {
    String text = limit.name() + ": " + limit.figures() + ", key \"" + limit.key().source() + "\"";
    if (!limit.permits().source().equals(Key.PERMITS.defaultText())) {
      text += ", permits " + limit.permits().source();
    }
    text += ", " + limit.whenEmpty().name().toLowerCase(Locale.ROOT);
    if (limit.maxWaitMicros() > 0) {
      text += " up to " + Durations.text(limit.maxWaitMicros());
    }
    if (limit.lease() > 0) {
      text += ", lease " + limit.lease();
    }
    return text + (limit.observed() ? ", observed only" : "");
  }
}
