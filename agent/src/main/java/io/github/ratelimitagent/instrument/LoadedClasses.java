package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.KnownClasses;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds classes that were loaded without being offered to the weaver: before it was installed, from
 * an ahead-of-time cache, or while the same thread was transforming another class. Safe for many
 * threads.
 */
final class LoadedClasses {
  private final Instrumentation instrumentation;
  private final Set<String> offeredOfBoot = new HashSet<>();
  private final Map<ClassLoader, Set<String>> offered = new WeakHashMap<>();

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
    return loader == null ? offeredOfBoot : offered.computeIfAbsent(loader, l -> new HashSet<>());
  }

  /**
   * Has the JVM offer the candidates that it has not.
   *
   * @return classes that could not be offered
   */
  List<String> offerMissed(CandidateIndex index) {
    List<String> refused = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.isArray() || loaded.isPrimitive()) {
        continue;
      }
      String name = loaded.getName();
      if (index.of(name).isEmpty()
          || wasOffered(loaded.getClassLoader(), name)
          || loaded.getClassLoader() == LoadedClasses.class.getClassLoader()) {
        continue;
      }
      if (!instrumentation.isModifiableClass(loaded)) {
        refused.add(name);
        offered(loaded.getClassLoader(), name);
        continue;
      }
      try {
        instrumentation.retransformClasses(loaded);
      } catch (UnmodifiableClassException | LinkageError e) {
        refused.add(name + " (" + e + ")");
        offered(loaded.getClassLoader(), name);
      }
    }
    return refused;
  }

  /** The loaded classes, to look for near names in. */
  KnownClasses known() {
    Map<String, Class<?>> byName = new LinkedHashMap<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (!loaded.isArray() && loaded.getClassLoader() != LoadedClasses.class.getClassLoader()) {
        byName.putIfAbsent(loaded.getName(), loaded);
      }
    }
    return new PoolClasses(
        byName.keySet(),
        name -> {
          Class<?> loaded = byName.get(name);
          return ClassFiles.of(loaded == null ? null : loaded.getClassLoader()).pool();
        });
  }
}
