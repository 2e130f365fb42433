package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.match.MethodView;
import io.github.ratelimitagent.match.TypeView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/**
 * Which methods of a class the limits cover: the same answer when weaving and for {@code check}.
 */
final class ClassMatcher {
  private ClassMatcher() {}

  /** The covered methods, abstract and native ones included, each with its limits in order. */
  static Map<MethodDescription.InDefinedShape, List<CoveredLimit>> match(
      TypeDescription type, List<CoveredLimit> candidates) {
    return match(type, candidates, (limit, exclude) -> {});
  }

  /**
   * As {@link #match(TypeDescription, List)}.
   *
   * @param onExclude told which exclude of which limit has kept a method out
   */
  static Map<MethodDescription.InDefinedShape, List<CoveredLimit>> match(
      TypeDescription type,
      List<CoveredLimit> candidates,
      BiConsumer<CoveredLimit, MethodPattern> onExclude) {
    Map<MethodDescription.InDefinedShape, List<CoveredLimit>> matches = new LinkedHashMap<>();
    if (ProxyClasses.isProxy(type)) {
      return matches;
    }
    TypeView typeView = new PoolTypeView(type);
    for (CoveredLimit candidate : candidates) {
      List<MethodPattern> methods = ofType(candidate.methods(), typeView);
      if (methods.isEmpty()) {
        continue;
      }
      List<MethodPattern> excludes = ofType(candidate.excludes(), typeView);
      for (MethodDescription.InDefinedShape method : type.getDeclaredMethods()) {
        MethodView view = new PoolMethodView(method);
        if (method.isTypeInitializer() || !anyMatches(methods, view)) {
          continue;
        }
        boolean excluded = false;
        for (MethodPattern exclude : excludes) {
          if (exclude.matchesMethod(view)) {
            onExclude.accept(candidate, exclude);
            excluded = true;
          }
        }
        if (!excluded) {
          matches.computeIfAbsent(method, m -> new ArrayList<>()).add(candidate);
        }
      }
    }
    return matches;
  }

  private static List<MethodPattern> ofType(List<MethodPattern> patterns, TypeView type) {
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
