package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.BoundLimit;
import io.github.ratelimitagent.limit.Site;
import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.limit.template.TemplateBindException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.description.type.TypeList;
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

  /** The woven class file; null if no limit covers a method of the class. */
  byte @Nullable [] weave(
      String className,
      byte[] classFile,
      @Nullable ClassLoader loader,
      List<CoveredLimit> candidates) {
    ClassFiles files = ClassFiles.of(className, classFile, loader);
    TypeDescription type = files.pool().describe(className).resolve();
    Map<MethodDescription.InDefinedShape, List<CoveredLimit>> matches =
        ClassMatcher.match(type, candidates, report::excluded);
    if (matches.isEmpty()) {
      return null;
    }
    ConstructorChains chains = new ConstructorChains(type, files, candidates, matches);
    Supplier<@Nullable ClassLoader> weakLoader = weakly(loader);
    Map<MethodDescription.InDefinedShape, WovenMethod> woven = new LinkedHashMap<>();
    for (Map.Entry<MethodDescription.InDefinedShape, List<CoveredLimit>> match :
        matches.entrySet()) {
      MethodDescription.InDefinedShape method = match.getKey();
      List<CoveredLimit> limits = report.weavable(method, match.getValue());
      if (method.isConstructor()) {
        limits = chains.countedHere(method, limits);
      }
      if (limits.isEmpty()) {
        continue;
      }
      PoolSignature signature = new PoolSignature(method, files.pool(), weakLoader);
      List<BoundLimit> bound = bind(signature, method, limits);
      if (!bound.isEmpty()) {
        woven.put(method, register(loader, weakLoader, method, limits, bound));
      }
    }
    return woven.isEmpty() ? null : weaving.weave(classFile, woven);
  }

  /** The probe: woven like any method, under a number that the dispatcher knows. */
  byte[] weaveProbe(String className, byte[] classFile, @Nullable ClassLoader loader, int site) {
    ClassFiles files = ClassFiles.of(className, classFile, loader);
    TypeDescription type = files.pool().describe(className).resolve();
    Map<MethodDescription.InDefinedShape, WovenMethod> woven = new LinkedHashMap<>();
    for (MethodDescription.InDefinedShape method : type.getDeclaredMethods()) {
      if (method.isMethod()) {
        woven.put(method, new WovenMethod(site, true, Collections.emptyList()));
      }
    }
    return weaving.weave(classFile, woven);
  }

  private List<BoundLimit> bind(
      PoolSignature signature, MethodDescription.InDefinedShape method, List<CoveredLimit> limits) {
    List<BoundLimit> bound = new ArrayList<>(limits.size());
    for (CoveredLimit covered : limits) {
      int group = registry.group(covered.limit().name(), method.getName());
      try {
        BoundLimit limit =
            BoundLimit.bind(covered.limit(), group, signature, accessors, covered.metrics());
        bound.add(limit);
        report.woven(covered, method, limit.warnings());
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
      MethodDescription.InDefinedShape method,
      List<CoveredLimit> limits,
      List<BoundLimit> bound) {
    Site site =
        new Site(
            MethodText.of(method),
            method.isConstructor(),
            declaresInterrupted(method),
            weakLoader,
            suspendClass(method),
            bound);
    String key =
        method.getDeclaringType().getName() + '.' + method.getName() + method.getDescriptor();
    boolean withArguments = suspendClass(method) != null;
    for (CoveredLimit covered : limits) {
      withArguments |= BoundLimit.needsArguments(covered.limit());
    }
    return new WovenMethod(registry.register(loader, key, site), withArguments, limits);
  }

  /** How the compiler names the classes that go on with a {@code suspend} function. */
  private static @Nullable String suspendClass(MethodDescription.InDefinedShape method) {
    TypeList parameters = method.getParameters().asTypeList().asErasures();
    if (parameters.isEmpty()
        || !parameters
            .get(parameters.size() - 1)
            .getName()
            .equals("kotlin.coroutines.Continuation")) {
      return null;
    }
    return method.getDeclaringType().getName() + '$' + method.getName() + '$';
  }

  private static boolean declaresInterrupted(MethodDescription.InDefinedShape method) {
    for (TypeDescription declared : method.getExceptionTypes().asErasures()) {
      String name = declared.getName();
      if (name.equals("java.lang.InterruptedException")
          || name.equals("java.lang.Exception")
          || name.equals("java.lang.Throwable")) {
        return true;
      }
    }
    return false;
  }

  private static Supplier<@Nullable ClassLoader> weakly(@Nullable ClassLoader loader) {
    if (loader == null) {
      return () -> null;
    }
    WeakReference<ClassLoader> reference = new WeakReference<>(loader);
    return reference::get;
  }
}
