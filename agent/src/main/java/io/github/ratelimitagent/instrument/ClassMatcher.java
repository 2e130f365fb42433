package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.match.MethodView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which methods of a class the limits cover: the same answer when weaving and for {@code check}.
 */
final class ClassMatcher {
  /** Told of what is not covered because of an exclude. */
  interface ExcludeListener {
    void excluded(CoveredLimit limit, MethodPattern exclude);
  }

  private ClassMatcher() {}

  /** The covered methods, abstract and native ones included, each with its limits in order. */
  static Map<MethodModel, List<CoveredLimit>> match(
      ClassModel type, List<CoveredLimit> candidates) {
    return match(type, candidates, (limit, exclude) -> {});
  }

  /**
   * As {@link #match(ClassModel, List)}.
   *
   * @param listener told which exclude of which limit has kept a method out
   */
  static Map<MethodModel, List<CoveredLimit>> match(
      ClassModel type, List<CoveredLimit> candidates, ExcludeListener listener) {
    Map<MethodModel, List<CoveredLimit>> matches = new LinkedHashMap<>();
    if (ProxyClasses.isProxy(type)) {
      return matches;
    }
    for (CoveredLimit candidate : candidates) {
      List<MethodPattern> methods = ofType(candidate.methods(), type);
      if (methods.isEmpty()) {
        continue;
      }
      List<MethodPattern> excludes = ofType(candidate.excludes(), type);
      for (MethodModel method : type.methods()) {
        if (!anyMatches(methods, method)) {
          continue;
        }
        boolean excluded = false;
        for (MethodPattern exclude : excludes) {
          if (exclude.matchesMethod(method)) {
            listener.excluded(candidate, exclude);
            excluded = true;
          }
        }
        if (!excluded) {
          List<CoveredLimit> limits = matches.get(method);
          if (limits == null) {
            limits = new ArrayList<>();
            matches.put(method, limits);
          }
          limits.add(candidate);
        }
      }
    }
    return matches;
  }

  private static List<MethodPattern> ofType(List<MethodPattern> patterns, ClassModel type) {
    List<MethodPattern> matching = new ArrayList<>(patterns.size());
    for (MethodPattern pattern : patterns) {
      if (pattern.mayMatchClass(type.name()) && pattern.matchesType(type)) {
        matching.add(pattern);
      }
    }
    return matching;
  }

  private static boolean anyMatches(List<MethodPattern> patterns, MethodView method) {
    for (MethodPattern pattern : patterns) {
      if (pattern.matchesMethod(method)) {
        return true;
      }
    }
    return false;
  }
}
