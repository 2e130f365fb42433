package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.match.MethodPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which methods of a class path a limit covers, and what is wrong with it there. */
public final class LimitCoverage {
  private static final int MOST_BODILESS = 3;

  private final CoveredLimit limit;
  private final List<String> methods = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> bodiless = new ArrayList<>();

  /** Those that have met a method with a body. */
  private final Set<MethodPattern> matchedPatterns = new LinkedHashSet<>();

  private final Set<MethodPattern> matchedExcludes = new LinkedHashSet<>();

  LimitCoverage(CoveredLimit limit) {
    this.limit = limit;
  }

  void matched(MethodModel method) {
    if (method.isAbstract() || method.isNative()) {
      return;
    }
    for (MethodPattern pattern : limit.methods()) {
      if (!matchedPatterns.contains(pattern) && pattern.matches(method.declaringClass(), method)) {
        matchedPatterns.add(pattern);
      }
    }
  }

  void covers(String method) {
    methods.add(method);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  void problem(String problem) {
    problems.add(problem);
  }

  void excluded(MethodPattern exclude) {
    matchedExcludes.add(exclude);
  }

  boolean excludesSomething() {
    return !matchedExcludes.isEmpty();
  }

  List<MethodPattern> idleExcludes() {
    List<MethodPattern> idle = new ArrayList<>(limit.excludes());
    idle.removeAll(matchedExcludes);
    return idle;
  }

  /** A method that cannot be limited; nothing to speak of where a pattern means subtypes. */
  void hasNoBody(String text) {
    for (MethodPattern pattern : limit.methods()) {
      if (pattern.needsHierarchy()) {
        return;
      }
    }
    bodiless.add(text);
  }

  /** To be said only where the limit covers something, because otherwise the problem says it. */
  void warnOfBodiless() {
    if (bodiless.size() <= MOST_BODILESS) {
      warnings.addAll(bodiless);
    } else {
      warnings.add(bodiless.size() + " methods are abstract or native: not limited");
    }
  }

  void add(LimitCoverage other) {
    methods.addAll(other.methods);
    warnings.addAll(other.warnings);
    problems.addAll(other.problems);
    bodiless.addAll(other.bodiless);
    matchedPatterns.addAll(other.matchedPatterns);
    matchedExcludes.addAll(other.matchedExcludes);
  }

  List<MethodPattern> unmatchedPatterns() {
    List<MethodPattern> unmatched = new ArrayList<>(limit.methods());
    unmatched.removeAll(matchedPatterns);
    return unmatched;
  }

  public CoveredLimit limit() {
    return limit;
  }

  /** The methods it limits, as patterns would name them. */
  public List<String> methods() {
    return Collections.unmodifiableList(methods);
  }

  /** What is doubtful. */
  public List<String> warnings() {
    return Collections.unmodifiableList(warnings);
  }

  /** Why it limits less than it says, or nothing. */
  public List<String> problems() {
    return Collections.unmodifiableList(problems);
  }
}
