package io.github.ratelimitagent.launch;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.AccessController;
import java.security.CodeSource;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Defines the agent and its libraries where the application cannot see them.
 *
 * <p>Their classes are entries of the agent's jar under {@code isolated/}, named {@code
 * .classdata}, so that no other class loader that reads the jar finds them. This loader looks there
 * first, and passes on only what the JDK itself defines and the one exception that the application
 * may catch. In a modular application the platform loader hands out the application's classes too,
 * hence the look at who defined a class.
 *
 * <p>Reads the jar through its file and {@link JarFile} only: URLs and their caches take locks of
 * the application.
 */
final class IsolatedClassLoader extends ClassLoader {
  private static final String ROOT = "isolated/";
  private static final String SHARED_PACKAGE = "io.github.ratelimitagent.";

  static {
    registerAsParallelCapable();
  }

  private final File file;
  private final JarFile jar;
  private final StoredEntries stored;
  private final ClassLoader platform;
  private final ClassLoader launcher;
  private final ProtectionDomain domain;

  private IsolatedClassLoader(File file, ClassLoader platform, ClassLoader launcher)
      throws IOException {
    super(null);
    this.file = file;
    this.jar = new JarFile(file, false);
    this.stored = StoredEntries.of(file);
    this.platform = platform;
    this.launcher = launcher;
    // every permission, as the launcher itself has under a security manager
    this.domain =
        new ProtectionDomain(
            new CodeSource(file.toURI().toURL(), (Certificate[]) null),
            IsolatedClassLoader.class.getProtectionDomain().getPermissions(),
            this,
            null);
  }

  static ClassLoader over(File jar) throws IOException {
    ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();
    return new IsolatedClassLoader(jar, platform, IsolatedClassLoader.class.getClassLoader());
  }

  /**
   * Own classes first; the JDK's are asked of the boot loader, which is the parent, and then here.
   */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = findOwn(name);
      }
      if (loaded == null) {
        return super.loadClass(name, resolve);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private @Nullable Class<?> findOwn(String name) throws ClassNotFoundException {
    if (name.startsWith("java.")) {
      return null;
    }
    if (name.startsWith(SHARED_PACKAGE) && name.indexOf('.', SHARED_PACKAGE.length()) < 0) {
      return Class.forName(name, false, launcher);
    }
    byte[] bytes = read(name.replace('.', '/').concat(".class"));
    return bytes == null ? null : define(name, bytes);
  }

  /** What the boot loader does not have. */
  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    Class<?> found = Class.forName(name, false, platform);
    ClassLoader definer = definer(found);
    if (definer != null && definer != platform) {
      throw new ClassNotFoundException(name);
    }
    return found;
  }

  /** With our own permissions: a security manager may not let the limited code ask. */
  private static @Nullable ClassLoader definer(Class<?> found) {
    try {
      return Privileged.definer(found);
    } catch (NoClassDefFoundError e) {
      // a later JDK without permissions
      return found.getClassLoader();
    }
  }

  private static final class Privileged {
    static @Nullable ClassLoader definer(Class<?> found) {
      return AccessController.doPrivileged(new DefinerOf(found));
    }
  }

  /** No lambda: the JVM's first one costs the start ten milliseconds. */
  private static final class DefinerOf implements PrivilegedAction<@Nullable ClassLoader> {
    private final Class<?> found;

    DefinerOf(Class<?> found) {
      this.found = found;
    }

    @Override
    public @Nullable ClassLoader run() {
      return found.getClassLoader();
    }
  }

  private Class<?> define(String name, byte[] bytes) {
    int dot = name.lastIndexOf('.');
    if (dot > 0) {
      String packageName = name.substring(0, dot);
      if (getPackage(packageName) == null) {
        try {
          definePackage(packageName, null, null, null, null, null, null, null);
        } catch (IllegalArgumentException defined) {
          // another thread was first, which is as good
        }
      }
    }
    return defineClass(name, bytes, 0, bytes.length, domain);
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    byte[] bytes = read(name);
    if (bytes != null) {
      return new ByteArrayInputStream(bytes);
    }
    return platform.getResourceAsStream(name);
  }

  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own != null ? own : platform.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) {
    URL own = findResource(name);
    return own == null
        ? Collections.<URL>emptyEnumeration()
        : Collections.enumeration(Collections.singleton(own));
  }

  @Override
  protected @Nullable URL findResource(String name) {
    JarEntry entry = jar.getJarEntry(entryName(name));
    if (entry == null) {
      return null;
    }
    try {
      return new URL("jar:" + file.toURI() + "!/" + entry.getName());
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String entryName(String resource) {
    return ROOT + (resource.endsWith(".class") ? resource + "data" : resource);
  }

  private byte @Nullable [] read(String resource) {
    String name = entryName(resource);
    try {
      byte[] bytes = stored.read(name);
      return bytes == null ? readFromJar(name) : bytes;
    } catch (IOException e) {
      throw new IllegalStateException("the agent's jar cannot be read: " + e, e);
    }
  }

  private byte @Nullable [] readFromJar(String name) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    if (entry == null) {
      return null;
    }
    byte[] bytes = new byte[(int) entry.getSize()];
    try (InputStream in = jar.getInputStream(entry)) {
      int read = 0;
      while (read < bytes.length) {
        int n = in.read(bytes, read, bytes.length - read);
        if (n < 0) {
          throw new IOException("truncated entry " + name + " in " + file);
        }
        read += n;
      }
      return bytes;
    }
  }
}
