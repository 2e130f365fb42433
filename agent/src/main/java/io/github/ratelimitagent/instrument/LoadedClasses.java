package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.KnownClasses;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Finds classes that were loaded without being offered to the weaver: before it was installed, from
 * an ahead-of-time cache, or while the same thread was transforming another class. Safe for many
 * threads.
 */
final class LoadedClasses {
  private final Instrumentation instrumentation;
  private final Map<LoaderKey, Set<String>> offered = new HashMap<>();
  private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

  LoadedClasses(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** The weaver has seen this class. */
  synchronized void offered(@Nullable ClassLoader loader, String className) {
    ofLoader(loader).add(className);
  }

  private synchronized boolean wasOffered(@Nullable ClassLoader loader, String className) {
    return ofLoader(loader).contains(className);
  }

  private Set<String> ofLoader(@Nullable ClassLoader loader) {
    for (Object key; (key = collected.poll()) != null; ) {
      offered.remove(key);
    }
    return offered.computeIfAbsent(new LoaderKey(loader, collected), l -> new HashSet<>());
  }

  /**
   * Has the JVM offer the candidates that it has not.
   *
   * @return classes that could not be offered
   */
  List<String> offerMissed(CandidateIndex index) {
    List<String> refused = new ArrayList<>();
    for (Class<?> candidate : candidates(index)) {
      if (!wasOffered(candidate.getClassLoader(), candidate.getName()) && !offer(candidate)) {
        refused.add(candidate.getName());
        offered(candidate.getClassLoader(), candidate.getName());
      }
    }
    return refused;
  }

  /** Has the JVM offer every candidate to the transformers that are there now. */
  void offerAgain(CandidateIndex index) {
    for (Class<?> candidate : candidates(index)) {
      offer(candidate);
    }
  }

  private List<Class<?>> candidates(CandidateIndex index) {
    List<Class<?>> candidates = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (isOffered(loaded)
          && !index.of(loaded.getName()).isEmpty()
          && loaded.getClassLoader() != LoadedClasses.class.getClassLoader()) {
        candidates.add(loaded);
      }
    }
    return candidates;
  }

  /** Not arrays, nor classes that the JVM hides, such as those of lambda expressions. */
  private static boolean isOffered(Class<?> loaded) {
    return !loaded.isArray() && !loaded.isPrimitive() && loaded.getName().indexOf('/') < 0;
  }

  private boolean offer(Class<?> loaded) {
    if (!instrumentation.isModifiableClass(loaded)) {
      return false;
    }
    try {
      instrumentation.retransformClasses(loaded);
      return true;
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      // also when another agent fails, or adds what a loaded class cannot be given any more
      return false;
    }
  }

  /** The loaded classes, to look for near names in. */
  KnownClasses known() {
    Map<String, Class<?>> byName = new LinkedHashMap<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (isOffered(loaded) && loaded.getClassLoader() != LoadedClasses.class.getClassLoader()) {
        byName.putIfAbsent(loaded.getName(), loaded);
      }
    }
    return new PoolClasses(byName.keySet(), name -> describe(byName.get(name), name));
  }

  /** The classes that the application's first loader would find, loaded or not. */
  static KnownClasses onClassPath() {
    ClassFiles files = ClassFiles.of(ClassLoader.getSystemClassLoader());
    return new PoolClasses(
        Collections.<String>emptyList(), name -> files.pool().describe(name).resolve());
  }

  private static TypeDescription describe(@Nullable Class<?> loaded, String name) {
    TypePool.Resolution classFile =
        ClassFiles.of(loaded == null ? null : loaded.getClassLoader()).pool().describe(name);
    // not every loader gives its class files away
    return classFile.isResolved() || loaded == null
        ? classFile.resolve()
        : TypeDescription.ForLoadedType.of(loaded);
  }
}
