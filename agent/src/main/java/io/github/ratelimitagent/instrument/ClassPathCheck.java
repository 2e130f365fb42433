package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.BoundLimit;
import io.github.ratelimitagent.limit.WhenEmpty;
import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.limit.template.TemplateBindException;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * Tells what the agent would do to the classes of a class path, with the same matching, and without
 * loading any of them.
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
                classPath, ClassFileLocator.ForClassLoader.ofPlatformLoader()));
    for (CoveredLimit limit : limits) {
      coverage.put(limit, new LimitCoverage(limit));
    }
  }

  /**
   * Checks limits against the classes of a class path.
   *
   * @param entries folders, jars, executable and web archives
   * @throws IOException if an entry cannot be read; the message names it
   */
  public static List<LimitCoverage> of(List<CoveredLimit> limits, List<File> entries)
      throws IOException {
    try (ClassPath classPath = ClassPath.of(entries)) {
      return new ClassPathCheck(limits, classPath).run();
    }
  }

  private List<LimitCoverage> run() throws IOException {
    for (String className : classPath.classNames()) {
      List<CoveredLimit> candidates = index.of(className);
      if (!candidates.isEmpty()) {
        checkClass(className, candidates);
      }
    }
    PoolClasses known =
        new PoolClasses(classPath.classNames(), name -> files.pool().describe(name).resolve());
    for (LimitCoverage of : coverage.values()) {
      if (of.methods().isEmpty() && of.problems().isEmpty()) {
        List<CoveredLimit> alone = Collections.singletonList(of.limit());
        for (String reason : new UnmatchedLimits(known).describe(alone)) {
          of.problem(reason);
        }
      }
    }
    return new ArrayList<>(coverage.values());
  }

  private void checkClass(String className, List<CoveredLimit> candidates) {
    TypeDescription type = files.pool().describe(className).resolve();
    Map<MethodDescription.InDefinedShape, List<CoveredLimit>> matches =
        ClassMatcher.match(type, candidates);
    if (matches.isEmpty()) {
      return;
    }
    ConstructorChains chains = new ConstructorChains(type, files, candidates, matches);
    matches.forEach((method, covering) -> checkMethod(method, covering, chains));
  }

  private void checkMethod(
      MethodDescription.InDefinedShape method,
      List<CoveredLimit> covering,
      ConstructorChains chains) {
    String text = MethodText.of(method);
    List<CoveredLimit> countedHere =
        method.isConstructor() ? chains.countedHere(method, covering) : covering;
    PoolSignature signature = new PoolSignature(method, files.pool(), () -> null);
    for (CoveredLimit covered : covering) {
      LimitCoverage of = coverage(covered);
      if (method.isAbstract() || method.isNative()) {
        of.warn(text + (method.isNative() ? " is native" : " is abstract") + ": not limited");
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
    }
    if (covered.limit().whenEmpty() == WhenEmpty.BLOCK && method.isSynchronized()) {
      of.warn(text + " is synchronized: a call that waits keeps its monitor");
    }
  }

  private LimitCoverage coverage(CoveredLimit limit) {
    LimitCoverage found = coverage.get(limit);
    if (found == null) {
      throw new IllegalStateException("not a limit of this check: " + limit);
    }
    return found;
  }
}
