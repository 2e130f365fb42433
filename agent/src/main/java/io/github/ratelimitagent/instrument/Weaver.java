package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.gate.Privileged;
import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.template.Accessors;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transformer that the JVM offers every class to. By far most of them are not limited: they
 * cost one look at their name. What weaving needs is not loaded before the first that is.
 */
final class Weaver implements ClassFileTransformer {
  private final CandidateIndex index;
  private final AgentThreads threads;
  private final MatchReport report;
  private final SiteRegistry registry;
  private final LoadedClasses loadedClasses;
  private final Accessors accessors;
  private final WeavingListener listener;
  private final int probeSite;
  private final ClassLoader agentLoader = Weaver.class.getClassLoader();
  private volatile @Nullable ClassWeaver classWeaver;
  private final AtomicBoolean metOnce = new AtomicBoolean();
  private final AtomicBoolean wovenOnce = new AtomicBoolean();

  Weaver(
      CandidateIndex index,
      AgentThreads threads,
      MatchReport report,
      SiteRegistry registry,
      LoadedClasses loadedClasses,
      Accessors accessors,
      WeavingListener listener,
      int probeSite) {
    this.index = index;
    this.threads = threads;
    this.report = report;
    this.registry = registry;
    this.loadedClasses = loadedClasses;
    this.accessors = accessors;
    this.listener = listener;
    this.probeSite = probeSite;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (internalName == null || loader == agentLoader) {
      return null;
    }
    try {
      // inside the agent from here on, or the weaver would meet its own gates
      boolean before = threads.setInside(true);
      try {
        return woven(loader, internalName.replace('/', '.'), redefined, classFile);
      } finally {
        threads.setInside(before);
      }
    } catch (VirtualMachineError e) {
      // the stack or the memory is at its end; thrown to the JVM it would be printed as a failed
      // assertion
      loadedClasses.mayMiss();
      return null;
    }
  }

  private byte @Nullable [] woven(
      @Nullable ClassLoader loader,
      String className,
      @Nullable Class<?> redefined,
      byte[] classFile) {
    if (loader instanceof ProbeLoader) {
      return Privileged.get(() -> weaver().weaveProbe(className, classFile, loader, probeSite));
    }
    List<CoveredLimit> candidates = index.of(className);
    if (candidates.isEmpty()) {
      return null;
    }
    if (NeverWoven.contains(className)) {
      report.warn(NeverWoven.reason(className));
      return null;
    }
    loadedClasses.mayMiss();
    try {
      if (metOnce.compareAndSet(false, true)) {
        listener.firstCandidate();
      }
      WovenClass woven =
          Privileged.get(new Weave(loader, className, redefined, classFile, candidates));
      if (woven.certain) {
        loadedClasses.offered(loader, className);
      }
      if (woven.classFile != null && wovenOnce.compareAndSet(false, true)) {
        listener.firstWoven();
      }
      return woven.classFile;
    } catch (VirtualMachineError | ClassCircularityError e) {
      // a class loaded at the end of the stack, or that weaving itself needs: not known as offered,
      // so that it is once more, by a thread with an empty stack and when it is loaded
      if (redefined != null) {
        loadedClasses.offered(loader, className);
        report.notWoven(className, candidates, e);
      }
      return null;
    } catch (Throwable e) {
      loadedClasses.offered(loader, className);
      // thrown to the JVM it would vanish, and the class would be loaded as it is all the same
      report.notWoven(className, candidates, e);
      return null;
    }
  }

  /** Loads what weaving needs; before a class that weaving itself needs can be offered. */
  void prepare() {
    Privileged.get(this::weaver);
  }

  private ClassWeaver weaver() {
    ClassWeaver current = classWeaver;
    if (current == null) {
      synchronized (this) {
        current = classWeaver;
        if (current == null) {
          current = new ClassWeaver(registry, report, accessors);
          classWeaver = current;
        }
      }
    }
    return current;
  }

  /** No lambda: those of the first weaving cost the start a millisecond each. */
  private final class Weave implements Supplier<WovenClass> {
    private final @Nullable ClassLoader loader;
    private final String className;
    private final @Nullable Class<?> redefined;
    private final byte[] classFile;
    private final List<CoveredLimit> candidates;

    Weave(
        @Nullable ClassLoader loader,
        String className,
        @Nullable Class<?> redefined,
        byte[] classFile,
        List<CoveredLimit> candidates) {
      this.loader = loader;
      this.className = className;
      this.redefined = redefined;
      this.classFile = classFile;
      this.candidates = candidates;
    }

    @Override
    public WovenClass get() {
      return weaver().weave(className, classFile, loader, redefined, candidates);
    }
  }
}
