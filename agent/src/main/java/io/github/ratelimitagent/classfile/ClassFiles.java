package io.github.ratelimitagent.classfile;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes classes by what their class files say: a class's own bytes as the JVM gave them, others
 * through its loader, and the JDK's through the boot loader, because a filtering loader may not
 * even hand out {@code String}. Loads no class; describes each once. Not safe for several threads.
 */
public final class ClassFiles {
  private final List<ClassFileSource> sources;
  private final Map<String, ClassModel> known = new HashMap<>();

  /** A loaded class, whose supertypes are loaded too. */
  private final @Nullable Class<?> loaded;

  private ClassFiles(@Nullable Class<?> loaded, ClassFileSource... sources) {
    this.loaded = loaded;
    this.sources = Arrays.asList(sources);
  }

  private ClassFiles(ClassFileSource... sources) {
    this(null, sources);
  }

  /** For a class that is being loaded: its own bytes, and others as its loader would find them. */
  public static ClassFiles of(String className, byte[] classFile, @Nullable ClassLoader loader) {
    return of(className, classFile, loader, null);
  }

  /**
   * For a class that is being loaded, or has been: its own bytes, and others as its loader would
   * find them; its supertypes also as they were loaded, where the loader does not give their class
   * files away.
   *
   * @param loaded null while it is being loaded
   */
  public static ClassFiles of(
      String className, byte[] classFile, @Nullable ClassLoader loader, @Nullable Class<?> loaded) {
    ClassFileSource own = new Own(className, classFile);
    return loader == null
        ? new ClassFiles(loaded, own, LoaderSource.BOOT)
        : new ClassFiles(loaded, own, new LoaderSource(loader), LoaderSource.BOOT);
  }

  /** For classes as a loader would find them. */
  public static ClassFiles of(@Nullable ClassLoader loader) {
    return loader == null
        ? new ClassFiles(LoaderSource.BOOT)
        : new ClassFiles(new LoaderSource(loader), LoaderSource.BOOT);
  }

  /** For the classes of a class path and of the JDK that runs. */
  public static ClassFiles of(ClassPath classPath) {
    ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();
    return platform == null
        ? new ClassFiles(classPath, LoaderSource.BOOT)
        : new ClassFiles(classPath, new LoaderSource(platform), LoaderSource.BOOT);
  }

  /**
   * What the class file says of a class; null if there is none.
   *
   * @throws UnreadableClassException if it is damaged, of another class, or newer than is known
   */
  public @Nullable ClassModel find(String className) {
    ClassModel model = known.get(className);
    if (model == null) {
      byte[] classFile = bytes(className);
      Class<?> supertype = classFile == null ? loadedSupertype(loaded, className) : null;
      if (classFile != null) {
        model = ClassReading.read(className, classFile, this);
        known.put(className, model);
      } else if (supertype != null) {
        model = LoadedClass.describe(supertype, this);
        known.put(className, model);
      }
    }
    return model;
  }

  private static @Nullable Class<?> loadedSupertype(@Nullable Class<?> of, String className) {
    if (of == null || of.getName().equals(className)) {
      return of;
    }
    Class<?> found = loadedSupertype(of.getSuperclass(), className);
    for (Class<?> each : of.getInterfaces()) {
      found = found == null ? loadedSupertype(each, className) : found;
    }
    return found;
  }

  /**
   * What the class file says of a class.
   *
   * @throws UnreadableClassException if there is none, or it is damaged, of another class, or newer
   *     than is known
   */
  public ClassModel get(String className) {
    ClassModel model = find(className);
    if (model == null) {
      throw new UnreadableClassException("there is no class file of " + className, null);
    }
    return model;
  }

  /** As {@link #find}; null also where the class file cannot be read. */
  public @Nullable ClassModel findReadable(String className) {
    try {
      return find(className);
    } catch (UnreadableClassException damaged) {
      return null;
    }
  }

  /**
   * The class file; null if there is none.
   *
   * @throws UnreadableClassException if it is there and cannot be read
   */
  public byte @Nullable [] bytes(String className) {
    try {
      for (ClassFileSource source : sources) {
        byte[] found = source.find(className);
        if (found != null) {
          return found;
        }
      }
      return null;
    } catch (IOException | RuntimeException | LinkageError e) {
      // a loader of the application may fail in any way
      throw new UnreadableClassException("its class file cannot be read: " + e, e);
    }
  }

  /** The class file that the JVM hands out with a class. */
  private static final class Own implements ClassFileSource {
    private final String className;
    private final byte[] classFile;

    Own(String className, byte[] classFile) {
      this.className = className;
      this.classFile = classFile;
    }

    @Override
    public byte @Nullable [] find(String wanted) {
      return wanted.equals(className) ? classFile : null;
    }
  }
}
