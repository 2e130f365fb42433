package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.classfile.UnreadableClassException;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.WhenEmpty;
import io.github.ratelimitagent.limit.template.TemplateBindException;
import io.github.ratelimitagent.match.MethodPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the operator should know of how the limits met the classes. Says each thing once. Safe for
 * many threads.
 */
final class MatchReport implements ClassMatcher.ExcludeListener {
  private final Log log;
  private final Set<String> said = new HashSet<>();
  private final Set<CoveredLimit> matched = new HashSet<>();
  private final Map<CoveredLimit, Set<MethodPattern>> excludes = new HashMap<>();

  MatchReport(Log log) {
    this.log = log;
  }

  /** The limits that can be woven into the method; reports those that cannot. */
  List<CoveredLimit> weavable(MethodModel method, List<CoveredLimit> covering) {
    if (!method.isAbstract() && !method.isNative()) {
      return covering;
    }
    for (CoveredLimit covered : covering) {
      if (method.isAbstract() && !isNamed(covered, method)) {
        // a wildcard or + covers the classes that implement it as well
        continue;
      }
      warn(
          "limit "
              + covered
              + ": "
              + method
              + (method.isNative()
                  ? " is native and has no body to limit; limit what calls it"
                  : " is abstract and has no body to limit; name the class that implements it, or"
                      + " put + behind the type"));
    }
    return new ArrayList<>();
  }

  private static boolean isNamed(CoveredLimit covered, MethodModel method) {
    String className = method.declaringClass().name();
    for (MethodPattern pattern : covered.methods()) {
      if (pattern.namesOneClass()
          && pattern.mayMatchClass(className)
          && pattern.matchesMethod(method)) {
        return true;
      }
    }
    return false;
  }

  void woven(CoveredLimit covered, MethodModel method, List<String> doubts) {
    synchronized (this) {
      matched.add(covered);
    }
    log.info("limit " + covered.limit().name() + " covers " + method);
    for (String doubt : doubts) {
      warn("limit " + covered + " on " + method + ": " + doubt);
    }
    String intrinsic = Intrinsics.warning(method);
    if (intrinsic != null) {
      warn("limit " + covered + ": " + intrinsic);
    }
    if (covered.limit().whenEmpty() == WhenEmpty.BLOCK && method.isSynchronized()) {
      warn(
          "limit "
              + covered
              + ": "
              + method
              + " is synchronized, so a call that waits for its turn keeps its monitor; limit a"
              + " caller of it instead, or use when-empty = throw");
    }
  }

  void cannotBind(CoveredLimit covered, MethodModel method, Throwable e) {
    synchronized (this) {
      // it has met a method: "matched nothing" would send the operator the wrong way
      matched.add(covered);
    }
    warn("limit " + covered + " is not applied to " + method + ": " + reason(e));
  }

  /** What is written to be read, as it is; of other exceptions also what they are. */
  private static String reason(Throwable e) {
    return e instanceof TemplateBindException || e instanceof UnreadableClassException
        ? String.valueOf(e.getMessage())
        : e.toString();
  }

  void notWoven(String className, List<CoveredLimit> candidates, Throwable cause) {
    warn(
        "class "
            + className
            + " cannot be woven, so its calls are not limited by "
            + names(candidates)
            + ": "
            + reason(cause));
  }

  void notWoven(MethodModel method, List<CoveredLimit> limits, Throwable cause) {
    warn(
        method
            + " cannot be woven, so its calls are not limited by "
            + names(limits)
            + "; the other methods of the class are: "
            + reason(cause));
  }

  /** The JVM could compile the method before it was woven. */
  void grownTooLarge(MethodModel method, List<CoveredLimit> limits) {
    warn(
        method
            + " has more than 8000 bytes of code now that it is limited by "
            + names(limits)
            + ", and so the JVM interprets it and never compiles it, which is much slower; limit a"
            + " caller of it instead, or start with -XX:-DontCompileHugeMethods");
  }

  /** An exclude has kept a method out of its limit. */
  @Override
  public synchronized void excluded(CoveredLimit covered, MethodPattern exclude) {
    excludes.computeIfAbsent(covered, c -> new HashSet<>()).add(exclude);
  }

  /** Those excludes of a limit that have kept nothing out yet. */
  synchronized List<MethodPattern> idleExcludes(CoveredLimit covered) {
    List<MethodPattern> idle = new ArrayList<>(covered.excludes());
    idle.removeAll(excludes.getOrDefault(covered, Collections.<MethodPattern>emptySet()));
    return idle;
  }

  /** Limits that have met no method yet. */
  synchronized List<CoveredLimit> unmatched(List<CoveredLimit> limits) {
    List<CoveredLimit> unmatched = new ArrayList<>(limits);
    unmatched.removeAll(matched);
    return unmatched;
  }

  void warn(String message) {
    synchronized (this) {
      if (!said.add(message)) {
        return;
      }
    }
    log.warn(message);
  }

  private static List<String> names(List<CoveredLimit> limits) {
    List<String> names = new ArrayList<>();
    for (CoveredLimit limit : limits) {
      names.add(limit.limit().name());
    }
    return names;
  }
}
