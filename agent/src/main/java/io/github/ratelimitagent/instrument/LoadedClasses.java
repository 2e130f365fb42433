package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.LoadedClass;
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
import org.jspecify.annotations.Nullable;

/**
 * Finds classes that were loaded without being offered to the weaver: before it was installed, from
 * an ahead-of-time cache, or while the same thread was transforming another class. Safe for many
 * threads.
 */
final class LoadedClasses {
  private static final int MOST_AT_A_TIME = 500;

  private final Instrumentation instrumentation;
  private final Map<LoaderKey, Set<String>> offered = new HashMap<>();
  private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
  private volatile boolean mayHaveMissed;

  LoadedClasses(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** A class is being offered: meanwhile others are not, nor this one if the stack overflows. */
  void mayMiss() {
    mayHaveMissed = true;
  }

  /** Whether there was reason to look for missed classes since this was last asked. */
  boolean takeMayHaveMissed() {
    boolean may = mayHaveMissed;
    mayHaveMissed = false;
    return may;
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
    LoaderKey key = new LoaderKey(loader, collected);
    Set<String> known = offered.get(key);
    if (known == null) {
      known = new HashSet<>();
      offered.put(key, known);
    }
    return known;
  }

  /**
   * Has the JVM offer the candidates that it has not.
   *
   * @return classes that could not be offered
   */
  List<String> offerMissed(CandidateIndex index) {
    List<Class<?>> missed = new ArrayList<>();
    for (Class<?> candidate : candidates(index)) {
      if (!wasOffered(candidate.getClassLoader(), candidate.getName())) {
        missed.add(candidate);
      }
    }
    List<String> refused = new ArrayList<>();
    for (Class<?> candidate : offer(missed)) {
      refused.add(candidate.getName());
      offered(candidate.getClassLoader(), candidate.getName());
    }
    return refused;
  }

  /** Has the JVM offer every candidate to the transformers that are there now. */
  void offerAgain(CandidateIndex index) {
    offer(candidates(index));
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

  /**
   * Many at a time: each request stops all threads, and takes the longer the more classes there
   * are.
   *
   * @return those that could not be offered
   */
  private List<Class<?>> offer(List<Class<?>> loaded) {
    List<Class<?>> refused = new ArrayList<>();
    List<Class<?>> modifiable = new ArrayList<>();
    for (Class<?> each : loaded) {
      (instrumentation.isModifiableClass(each) ? modifiable : refused).add(each);
    }
    for (int from = 0; from < modifiable.size(); from += MOST_AT_A_TIME) {
      int to = Math.min(from + MOST_AT_A_TIME, modifiable.size());
      offer(modifiable.subList(from, to), refused);
    }
    return refused;
  }

  /** All or none at a time: halves find out quickly which it is that cannot be offered. */
  private void offer(List<Class<?>> loaded, List<Class<?>> refused) {
    if (tryToOffer(loaded)) {
      return;
    }
    if (loaded.size() == 1) {
      refused.addAll(loaded);
      return;
    }
    int half = loaded.size() / 2;
    offer(loaded.subList(0, half), refused);
    offer(loaded.subList(half, loaded.size()), refused);
  }

  private boolean tryToOffer(List<Class<?>> loaded) {
    try {
      instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
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
    return new NamedClasses(byName.keySet(), name -> describe(byName.get(name), name));
  }

  /** The classes that the application's first loader would find, loaded or not. */
  static KnownClasses onClassPath() {
    ClassFiles files = ClassFiles.of(ClassLoader.getSystemClassLoader());
    return new NamedClasses(Collections.<String>emptyList(), files::findReadable);
  }

  private static @Nullable ClassModel describe(@Nullable Class<?> loaded, String name) {
    ClassFiles files = ClassFiles.of(loaded == null ? null : loaded.getClassLoader());
    ClassModel ofFile = files.findReadable(name);
    // not every loader gives its class files away
    return ofFile == null && loaded != null ? LoadedClass.describe(loaded, files) : ofFile;
  }
}
