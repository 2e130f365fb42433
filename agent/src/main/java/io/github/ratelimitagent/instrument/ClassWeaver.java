package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.limit.BoundLimit;
import io.github.ratelimitagent.limit.Site;
import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.limit.template.TemplateBindException;
import io.github.ratelimitagent.match.MethodPattern;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Matches one class file against the limits, registers its sites, and weaves it. */
final class ClassWeaver {
  private final SiteRegistry registry;
  private final MatchReport report;
  private final Accessors accessors;
  private final TolerantWeaving weaving;

  ClassWeaver(SiteRegistry registry, MatchReport report, Accessors accessors) {
    this.registry = registry;
    this.report = report;
    this.accessors = accessors;
    this.weaving = new TolerantWeaving(report);
  }

  /**
   * Weaves what the limits cover of a class.
   *
   * @param loaded the class when it is offered again; null while it is being loaded
   */
  WovenClass weave(
      String className,
      byte[] classFile,
      @Nullable ClassLoader loader,
      @Nullable Class<?> loaded,
      List<CoveredLimit> candidates) {
    ClassFiles files = ClassFiles.of(className, classFile, loader, loaded);
    ClassModel type = files.get(className);
    Map<MethodModel, List<CoveredLimit>> matches = ClassMatcher.match(type, candidates, report);
    boolean certain = loaded != null || !dependsOnMissing(type, candidates);
    if (matches.isEmpty()) {
      return new WovenClass(null, certain);
    }
    ConstructorChains chains = new ConstructorChains(type, files, candidates, matches);
    Supplier<@Nullable ClassLoader> weakLoader = new WeakLoader(loader);
    Map<MethodModel, WovenMethod> woven = new LinkedHashMap<>();
    for (Map.Entry<MethodModel, List<CoveredLimit>> match : matches.entrySet()) {
      MethodModel method = match.getKey();
      List<CoveredLimit> limits = report.weavable(method, match.getValue());
      if (method.isConstructor()) {
        limits = chains.countedHere(method, limits);
      }
      if (limits.isEmpty()) {
        continue;
      }
      ClassFileSignature signature = new ClassFileSignature(method, files, weakLoader);
      List<BoundLimit> bound = bind(signature, method, files, limits);
      if (!bound.isEmpty()) {
        woven.put(method, register(loader, weakLoader, method, limits, bound));
      }
    }
    return new WovenClass(woven.isEmpty() ? null : weaving.weave(classFile, woven), certain);
  }

  private static boolean dependsOnMissing(ClassModel type, List<CoveredLimit> candidates) {
    for (CoveredLimit candidate : candidates) {
      if (dependsOnMissing(candidate.methods(), type)
          || dependsOnMissing(candidate.excludes(), type)) {
        return true;
      }
    }
    return false;
  }

  private static boolean dependsOnMissing(Iterable<MethodPattern> patterns, ClassModel type) {
    for (MethodPattern pattern : patterns) {
      if (pattern.needsHierarchy()
          && pattern.mayMatchClass(type.name())
          && !pattern.matchesType(type)
          && MissingSupertypes.of(type) != null) {
        return true;
      }
    }
    return false;
  }

  /** The probe: woven like any method, under a number that the dispatcher knows. */
  byte[] weaveProbe(String className, byte[] classFile, @Nullable ClassLoader loader, int site) {
    ClassFiles files = ClassFiles.of(className, classFile, loader);
    ClassModel type = files.get(className);
    Map<MethodModel, WovenMethod> woven = new LinkedHashMap<>();
    for (MethodModel method : type.methods()) {
      if (!method.isConstructor()) {
        woven.put(method, new WovenMethod(site, true, Collections.emptyList()));
      }
    }
    return weaving.weave(classFile, woven);
  }

  private List<BoundLimit> bind(
      ClassFileSignature signature,
      MethodModel method,
      ClassFiles files,
      List<CoveredLimit> limits) {
    List<BoundLimit> bound = new ArrayList<>(limits.size());
    for (CoveredLimit covered : limits) {
      int group = registry.group(covered.limit().name(), method.name());
      try {
        BoundLimit limit =
            BoundLimit.bind(covered.limit(), group, signature, accessors, covered.metrics());
        bound.add(limit);
        List<String> doubts = limit.warnings();
        String shared = SharedBuckets.warning(covered, limits, signature);
        if (shared != null) {
          doubts.add(shared);
        }
        ExceptionCheck exception = ExceptionCheck.of(covered, files);
        String undeclared = exception == null ? null : exception.warning(method);
        if (undeclared != null) {
          doubts.add(undeclared);
        }
        report.woven(covered, method, doubts);
      } catch (TemplateBindException | RuntimeException | LinkageError e) {
        // also what cannot be described: the other limits of the class are none the worse for it
        report.cannotBind(covered, method, e);
      }
    }
    return bound;
  }

  private WovenMethod register(
      @Nullable ClassLoader loader,
      Supplier<@Nullable ClassLoader> weakLoader,
      MethodModel method,
      List<CoveredLimit> limits,
      List<BoundLimit> bound) {
    Site site =
        new Site(
            method.toString(),
            method.isConstructor(),
            declaresInterrupted(method),
            weakLoader,
            suspendClass(method),
            bound);
    String key = method.declaringClass().name() + '.' + method.key();
    boolean withArguments = suspendClass(method) != null;
    for (CoveredLimit covered : limits) {
      withArguments |= BoundLimit.needsArguments(covered.limit());
    }
    return new WovenMethod(registry.register(loader, key, site), withArguments, limits);
  }

  /** How the compiler names the classes that go on with a {@code suspend} function. */
  private static @Nullable String suspendClass(MethodModel method) {
    List<String> parameters = method.parameterTypes();
    if (parameters.isEmpty()
        || !parameters.get(parameters.size() - 1).equals("kotlin.coroutines.Continuation")) {
      return null;
    }
    return method.declaringClass().name() + '$' + method.name() + '$';
  }

  private static boolean declaresInterrupted(MethodModel method) {
    return method.exceptions().contains("java.lang.InterruptedException")
        || method.exceptions().contains("java.lang.Exception")
        || method.exceptions().contains("java.lang.Throwable");
  }

  /** What is known of a class must not keep its loader alive. */
  private static final class WeakLoader extends WeakReference<@Nullable ClassLoader>
      implements Supplier<@Nullable ClassLoader> {
    WeakLoader(@Nullable ClassLoader loader) {
      super(loader);
    }
  }
}
