package io.github.ratelimitagent.instrument;

import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Reads class files for matching and weaving: the class's own bytes as the JVM gave them, others
 * through its loader, and the JDK's through the boot loader, because a filtering loader may not
 * even hand out {@code String}. Loads no class.
 */
final class ClassFiles {
  private final ClassFileLocator locator;
  private final TypePool pool;

  private ClassFiles(ClassFileLocator locator) {
    this.locator = locator;
    // EXTENDED: parameter names may be in the debug information only
    this.pool =
        new TypePool.Default.WithLazyResolution(
            new FoundTypes(TypePool.CacheProvider.Simple.withObjectType()),
            locator,
            TypePool.Default.ReaderMode.EXTENDED);
  }

  /**
   * Does not remember what was not found. Otherwise the description of a subtype, which needs the
   * name only, would fail once its supertype has been looked for.
   */
  private static final class FoundTypes implements TypePool.CacheProvider {
    private final TypePool.CacheProvider cache;

    FoundTypes(TypePool.CacheProvider cache) {
      this.cache = cache;
    }

    @Override
    public TypePool.@Nullable Resolution find(String name) {
      return cache.find(name);
    }

    @Override
    public TypePool.Resolution register(String name, TypePool.Resolution resolution) {
      return resolution instanceof TypePool.Resolution.Illegal
          ? resolution
          : cache.register(name, resolution);
    }

    @Override
    public void clear() {
      cache.clear();
    }
  }

  /** For a class that is being loaded: its own bytes, and others as its loader would find them. */
  static ClassFiles of(String className, byte[] classFile, @Nullable ClassLoader loader) {
    return new ClassFiles(
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(className, classFile), throughLoader(loader)));
  }

  /** For classes as a loader would find them. */
  static ClassFiles of(@Nullable ClassLoader loader) {
    return new ClassFiles(throughLoader(loader));
  }

  private static ClassFileLocator throughLoader(@Nullable ClassLoader loader) {
    ClassFileLocator boot = ClassFileLocator.ForClassLoader.ofBootLoader();
    return loader == null
        ? boot
        : new ClassFileLocator.Compound(ClassFileLocator.ForClassLoader.of(loader), boot);
  }

  static ClassFiles of(ClassFileLocator locator) {
    return new ClassFiles(locator);
  }

  ClassFileLocator locator() {
    return locator;
  }

  TypePool pool() {
    return pool;
  }
}
