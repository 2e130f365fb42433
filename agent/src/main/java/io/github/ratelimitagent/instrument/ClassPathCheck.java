package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.BoundLimit;
import io.github.ratelimitagent.limit.WhenEmpty;
import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.limit.template.TemplateBindException;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.match.UnmatchedPattern;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * Tells what the agent would do to the classes of a class path, with the same matching, and without
 * loading any of them. Classes of the JDK are those of the JVM that runs the check.
 */
public final class ClassPathCheck {
  private final Map<CoveredLimit, LimitCoverage> coverage = new LinkedHashMap<>();
  private final CandidateIndex index;
  private final ClassPath classPath;
  private final ClassFiles files;

  private ClassPathCheck(List<CoveredLimit> limits, ClassPath classPath) {
    this.index = new CandidateIndex(limits);
    this.classPath = classPath;
    this.files =
        ClassFiles.of(
            new ClassFileLocator.Compound(
                classPath,
                ClassFileLocator.ForClassLoader.ofPlatformLoader(),
                ClassFileLocator.ForClassLoader.ofBootLoader()));
    for (CoveredLimit limit : limits) {
      coverage.put(limit, new LimitCoverage(limit));
    }
  }

  /**
   * Checks limits against the classes of a class path. A class that cannot be read is a warning of
   * the limits that may cover it.
   *
   * @param entries folders, jars, executable and web archives, {@code folder/*}
   * @return what each limit covers, in their order
   * @throws IOException if an entry cannot be read; the message names it
   */
  public static List<LimitCoverage> of(List<CoveredLimit> limits, List<File> entries)
      throws IOException {
    try (ClassPath classPath = ClassPath.of(entries)) {
      return new ClassPathCheck(limits, classPath).run();
    }
  }

  private List<LimitCoverage> run() {
    for (String className : classesToCheck()) {
      List<CoveredLimit> candidates = index.of(className);
      if (!candidates.isEmpty()) {
        checkClass(className, candidates);
      }
    }
    PoolClasses known =
        new PoolClasses(classPath.classNames(), name -> files.pool().describe(name).resolve());
    for (LimitCoverage of : coverage.values()) {
      explainUnmatched(of, known);
    }
    return new ArrayList<>(coverage.values());
  }

  /** Those of the class path, and those of the JDK that a pattern names. */
  private Collection<String> classesToCheck() {
    Collection<String> names = new TreeSet<>(classPath.classNames());
    for (CoveredLimit limit : coverage.keySet()) {
      for (MethodPattern pattern : limit.methods()) {
        String named = pattern.className();
        if (named != null
            && pattern.canNameJdkClass()
            && files.pool().describe(named).isResolved()) {
          names.add(named);
        }
      }
    }
    return names;
  }

  private void checkClass(String className, List<CoveredLimit> candidates) {
    // apart, because the agent weaves a class as a whole or not at all
    Map<CoveredLimit, LimitCoverage> found = new LinkedHashMap<>();
    for (CoveredLimit candidate : candidates) {
      found.put(candidate, new LimitCoverage(candidate));
    }
    try {
      TypeDescription type = files.pool().describe(className).resolve();
      Map<MethodDescription.InDefinedShape, List<CoveredLimit>> matches =
          ClassMatcher.match(type, candidates);
      if (matches.isEmpty()) {
        return;
      }
      ConstructorChains chains = new ConstructorChains(type, files, candidates, matches);
      for (Map.Entry<MethodDescription.InDefinedShape, List<CoveredLimit>> match :
          matches.entrySet()) {
        checkMethod(match.getKey(), match.getValue(), chains, found);
      }
    } catch (RuntimeException | LinkageError cannotBeRead) {
      for (CoveredLimit candidate : candidates) {
        of(candidate, coverage)
            .warn("class " + className + " cannot be read, so it is not limited: " + cannotBeRead);
      }
      return;
    }
    found.forEach((limit, ofClass) -> of(limit, coverage).add(ofClass));
  }

  private void checkMethod(
      MethodDescription.InDefinedShape method,
      List<CoveredLimit> covering,
      ConstructorChains chains,
      Map<CoveredLimit, LimitCoverage> found) {
    // weaving asks this too, and a malformed signature fails here
    method.getReturnType().getSort();
    String text = MethodText.of(method);
    List<CoveredLimit> countedHere =
        method.isConstructor() ? chains.countedHere(method, covering) : covering;
    PoolSignature signature = new PoolSignature(method, files.pool(), () -> null);
    for (CoveredLimit covered : covering) {
      LimitCoverage of = of(covered, found);
      of.matched(method);
      if (method.isAbstract() || method.isNative()) {
        of.hasNoBody(text + (method.isNative() ? " is native" : " is abstract") + ": not limited");
      } else if (!countedHere.contains(covered)) {
        of.covers(text + " (counted by the constructor that it begins with)");
      } else {
        bind(covered, signature, method, text, of);
      }
    }
  }

  private static void bind(
      CoveredLimit covered,
      PoolSignature signature,
      MethodDescription.InDefinedShape method,
      String text,
      LimitCoverage of) {
    try {
      Accessors neverUsed = new Accessors(type -> {});
      BoundLimit bound =
          BoundLimit.bind(covered.limit(), 0, signature, neverUsed, covered.metrics());
      of.covers(text);
      for (String warning : bound.warnings()) {
        of.warn(text + ": " + warning);
      }
    } catch (TemplateBindException e) {
      of.problem(text + " is not limited: " + e.getMessage());
      return;
    } catch (RuntimeException | LinkageError e) {
      // the agent, too, would only do without this limit at this method
      of.problem(text + " is not limited, by a fault of the agent: " + e);
      return;
    }
    if (covered.limit().whenEmpty() == WhenEmpty.BLOCK && method.isSynchronized()) {
      of.warn(text + " is synchronized: a call that waits keeps its monitor");
    }
  }

  /** A problem of a limit without any method, a warning of one that covers others. */
  private static void explainUnmatched(LimitCoverage of, PoolClasses known) {
    boolean coversNothing = of.methods().isEmpty() && of.problems().isEmpty();
    for (MethodPattern pattern : of.unmatchedPatterns()) {
      List<String> reasons = UnmatchedPattern.explain(pattern, known);
      String text =
          pattern.source()
              + " covers nothing"
              + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
      if (coversNothing) {
        of.problem(text);
      } else {
        of.warn(text);
      }
    }
    if (!coversNothing) {
      of.warnOfBodiless();
    }
  }

  private static LimitCoverage of(
      CoveredLimit limit, Map<CoveredLimit, LimitCoverage> coverageOfLimits) {
    LimitCoverage found = coverageOfLimits.get(limit);
    if (found == null) {
      throw new IllegalStateException("not a limit of this check: " + limit);
    }
    return found;
  }
}
