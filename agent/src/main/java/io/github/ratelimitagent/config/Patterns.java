package io.github.ratelimitagent.config;

import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.match.PatternSyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The method patterns of one field, each with its place. Immutable. */
final class Patterns {
  private final List<MethodPattern> patterns;
  private final List<String> places;

  private Patterns(List<MethodPattern> patterns, List<String> places) {
    this.patterns = Collections.unmodifiableList(patterns);
    this.places = Collections.unmodifiableList(places);
  }

  /** Those that can be read; each other one is a problem. */
  static Patterns read(@Nullable Setting setting) {
    List<MethodPattern> patterns = new ArrayList<>();
    List<String> places = new ArrayList<>();
    List<Setting> elements = setting == null ? null : setting.elements();
    for (Setting element : elements == null ? Collections.<Setting>emptyList() : elements) {
      String text = element.text();
      if (text == null) {
        continue;
      }
      try {
        patterns.add(MethodPattern.parse(text));
        places.add(element.place().toString());
      } catch (PatternSyntaxException e) {
        element.fault(e);
      }
    }
    return new Patterns(patterns, places);
  }

  List<MethodPattern> patterns() {
    return patterns;
  }

  List<String> places() {
    return places;
  }

  boolean hasConstructorsOnly() {
    for (MethodPattern pattern : patterns) {
      if (!pattern.isConstructorPattern()) {
        return false;
      }
    }
    return true;
  }

  boolean hasConstructors() {
    for (MethodPattern pattern : patterns) {
      if (pattern.isConstructorPattern()) {
        return true;
      }
    }
    return false;
  }
}
