package io.github.ratelimitagent.classfile;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The class files that a class loader gives away. Loads no class. */
final class LoaderSource implements ClassFileSource {
  private static final class BootLoader extends ClassLoader {
    BootLoader() {
      super(null);
    }
  }

  /** The JDK's. */
  static final LoaderSource BOOT = new LoaderSource(new BootLoader());

  private final ClassLoader loader;

  LoaderSource(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public byte @Nullable [] find(String className) throws IOException {
    InputStream found = loader.getResourceAsStream(className.replace('.', '/') + ".class");
    return found == null ? null : ClassFileBytes.of(found);
  }
}
