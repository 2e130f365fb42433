package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.ClassPath;
import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.classfile.UnreadableClassException;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tells what the agent would do to the classes of a class path, with the same matching, and without
 * loading any of them. Classes of the JDK are those of the JVM that runs the check.
 */
public final class ClassPathCheck {
  private final Map<CoveredLimit, LimitCoverage> coverage = new LinkedHashMap<>();
  private final Map<CoveredLimit, ExceptionCheck> exceptions = new LinkedHashMap<>();
  private final CandidateIndex index;
  private final ClassPath classPath;
  private final ClassFiles files;
  private final Map<String, String> unreadable = new TreeMap<>();
  private final Map<String, String> incomplete = new TreeMap<>();

  private ClassPathCheck(List<CoveredLimit> limits, ClassPath classPath) {
    this.index = new CandidateIndex(limits);
    this.classPath = classPath;
    this.files = ClassFiles.of(classPath);
    for (CoveredLimit limit : limits) {
      coverage.put(limit, new LimitCoverage(limit));
      ExceptionCheck exception = ExceptionCheck.of(limit, files);
      if (exception != null) {
        exceptions.put(limit, exception);
      }
    }
  }

  /**
   * Checks limits against the classes of a class path.
   *
   * @param entries folders, jars, executable and web archives, {@code folder/*}
   * @throws IOException if an entry cannot be read; the message names it
   */
  public static PathCoverage of(List<CoveredLimit> limits, List<File> entries) throws IOException {
    try (ClassPath classPath = ClassPath.of(entries)) {
      return new ClassPathCheck(limits, classPath).run();
    }
  }

  private PathCoverage run() {
    for (String className : classesToCheck()) {
      List<CoveredLimit> candidates = index.of(className);
      if (!candidates.isEmpty()) {
        checkClass(className, candidates);
      }
    }
    NamedClasses known = new NamedClasses(classPath.classNames(), files::findReadable);
    for (LimitCoverage of : coverage.values()) {
      explainUnmatched(of, known);
      checkException(of);
    }
    return new PathCoverage(new ArrayList<>(coverage.values()), unreadable, incomplete);
  }

  /** Those of the class path, and those of the JDK that a pattern names. */
  private Collection<String> classesToCheck() {
    Collection<String> names = new TreeSet<>(classPath.classNames());
    for (CoveredLimit limit : coverage.keySet()) {
      for (MethodPattern pattern : limit.methods()) {
        String named = pattern.className();
        if (named != null && pattern.canNameJdkClass() && files.findReadable(named) != null) {
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
      ClassModel type = files.get(className);
      Map<MethodModel, List<CoveredLimit>> matches =
          ClassMatcher.match(
              type, candidates, (limit, exclude) -> of(limit, found).excluded(exclude));
      noteMissing(type, candidates);
      ConstructorChains chains = new ConstructorChains(type, files, candidates, matches);
      for (Map.Entry<MethodModel, List<CoveredLimit>> match : matches.entrySet()) {
        checkMethod(match.getKey(), match.getValue(), chains, found);
      }
    } catch (UnreadableClassException e) {
      unreadable.put(className, String.valueOf(e.getMessage()));
      return;
    } catch (RuntimeException | LinkageError inItsCode) {
      unreadable.put(className, "its class file is damaged");
      return;
    }
    found.forEach((limit, ofClass) -> of(limit, coverage).add(ofClass));
  }

  private void noteMissing(ClassModel type, List<CoveredLimit> candidates) {
    for (CoveredLimit candidate : candidates) {
      for (MethodPattern pattern : candidate.methods()) {
        String supertype = pattern.needsHierarchy() ? MissingSupertypes.of(type) : null;
        if (supertype != null) {
          incomplete.put(type.name(), supertype);
          return;
        }
      }
    }
  }

  private void checkException(LimitCoverage of) {
    ExceptionCheck exception = exceptions.get(of.limit());
    String problem = exception == null ? null : exception.problem();
    if (problem != null) {
      of.problem(problem);
    }
  }

  private void checkMethod(
      MethodModel method,
      List<CoveredLimit> covering,
      ConstructorChains chains,
      Map<CoveredLimit, LimitCoverage> found) {
    String text = method.toString();
    if (NeverWoven.contains(method.declaringClass().name())) {
      return;
    }
    List<CoveredLimit> countedHere =
        method.isConstructor() ? chains.countedHere(method, covering) : covering;
    ClassFileSignature signature = new ClassFileSignature(method, files, () -> null);
    for (CoveredLimit covered : covering) {
      LimitCoverage of = of(covered, found);
      of.matched(method);
      if (method.isAbstract() || method.isNative()) {
        of.hasNoBody(text + (method.isNative() ? " is native" : " is abstract") + ": not limited");
      } else if (!countedHere.contains(covered)) {
        of.covers(text + " (counted by the constructor that it begins with)");
      } else {
        bind(covered, signature, method, text, of);
        String shared = SharedBuckets.warning(covered, countedHere, signature);
        if (shared != null) {
          of.warn(text + ": " + shared);
        }
        ExceptionCheck exception = exceptions.get(covered);
        String undeclared = exception == null ? null : exception.warning(method);
        if (undeclared != null) {
          of.warn(text + " " + undeclared);
        }
      }
    }
  }

  private static void bind(
      CoveredLimit covered,
      ClassFileSignature signature,
      MethodModel method,
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
    String intrinsic = Intrinsics.warning(method);
    if (intrinsic != null) {
      of.warn(intrinsic);
    }
    if (covered.limit().whenEmpty() == WhenEmpty.BLOCK && method.isSynchronized()) {
      of.warn(text + " is synchronized: a call that waits keeps its monitor");
    }
  }

  /** A problem of a limit without any method, a warning of one that covers others. */
  private void explainUnmatched(LimitCoverage of, NamedClasses known) {
    boolean coversNothing = of.methods().isEmpty() && of.problems().isEmpty();
    for (MethodPattern pattern : of.unmatchedPatterns()) {
      List<String> reasons = explain(pattern, known);
      if (reasons.isEmpty() && of.excludesSomething()) {
        reasons = Collections.singletonList(UnmatchedLimits.EXCLUDED);
      }
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
      for (MethodPattern exclude : of.idleExcludes()) {
        List<String> reasons = explain(exclude, known);
        of.warn(
            exclude.source()
                + " excludes nothing: "
                + (reasons.isEmpty() ? UnmatchedLimits.NOT_COVERED : String.join("; ", reasons)));
      }
    }
  }

  private List<String> explain(MethodPattern pattern, NamedClasses known) {
    String className = pattern.className();
    if (className != null && NeverWoven.contains(className)) {
      return Collections.singletonList(NeverWoven.reason(className));
    }
    String why = className == null ? null : unreadable.get(className);
    if (why != null) {
      return Collections.singletonList("the class " + className + " cannot be read: " + why);
    }
    if (className != null && known.type(className) == null) {
      File folder = classPath.folderWith(className);
      if (folder != null) {
        return Collections.singletonList(
            "no class "
                + className
                + " is on the class path, but it is in "
                + folder
                + ": write --classpath "
                + folder);
      }
    }
    return UnmatchedPattern.explain(pattern, known);
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
