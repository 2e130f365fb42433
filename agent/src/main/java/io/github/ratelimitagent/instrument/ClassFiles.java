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
            TypePool.CacheProvider.Simple.withObjectType(),
            locator,
            TypePool.Default.ReaderMode.EXTENDED);
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
