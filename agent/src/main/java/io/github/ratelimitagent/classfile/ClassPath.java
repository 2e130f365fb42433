package io.github.ratelimitagent.classfile;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The class files of a class path as an application would find them: folders, jars and the ones
 * that their manifests name, {@code folder/*} for all jars in it, and what executable and web
 * archives keep inside. The first of several classes of one name counts. Not safe for several
 * threads.
 */
public final class ClassPath implements ClassFileSource, Closeable {
  private final Map<String, ClassFile> classFiles = new TreeMap<>();
  private final List<Archive> archives = new ArrayList<>();
  private final Set<File> added = new HashSet<>();
  private final List<File> folders = new ArrayList<>();

  private ClassPath() {}

  /** Where the bytes of a class are. */
  interface ClassFile {
    byte[] read() throws IOException;
  }

  /**
   * Reads what is there, but no class yet.
   *
   * @throws IOException if an entry is missing or cannot be read, or if there is no class in any;
   *     the message names it
   */
  public static ClassPath of(List<File> entries) throws IOException {
    ClassPath classPath = new ClassPath();
    boolean complete = false;
    try {
      for (File entry : entries) {
        classPath.add(entry);
      }
      if (classPath.classFiles.isEmpty()) {
        throw new IOException(
            "no class files are in "
                + entries
                + ": name the application's jar, or the folder of its compiled classes");
      }
      complete = true;
    } finally {
      if (!complete) {
        classPath.close();
      }
    }
    return classPath;
  }

  private void add(File entry) throws IOException {
    if (entry.getName().equals("*")) {
      File folder = entry.getAbsoluteFile().getParentFile();
      File[] jars = folder.listFiles((in, name) -> name.endsWith(".jar") || name.endsWith(".JAR"));
      if (jars == null) {
        throw new IOException(entry + ": there is no such folder");
      }
      Arrays.sort(jars);
      for (File jar : jars) {
        addArchive(jar);
      }
    } else if (entry.isDirectory()) {
      folders.add(entry);
      addFolder(entry, "");
    } else if (entry.isFile()) {
      addArchive(entry);
    } else {
      throw new IOException(entry + " does not exist");
    }
  }

  private void addFolder(File folder, String packageName) throws IOException {
    File[] files = folder.listFiles();
    if (files == null) {
      throw new IOException(folder + " cannot be read");
    }
    for (File file : files) {
      if (file.isDirectory()) {
        addFolder(file, packageName + file.getName() + '.');
      } else if (file.getName().endsWith(".class")) {
        put(packageName + file.getName(), () -> ClassFileBytes.of(file));
      }
    }
  }

  private void addArchive(File file) throws IOException {
    if (!added.add(file.getCanonicalFile())) {
      return;
    }
    Archive archive = Archive.open(file);
    archives.add(archive);
    archive.forEachClass(this::put);
    for (File named : archive.namedByManifest()) {
      // the JVM does not mind when one is missing
      if (named.isDirectory()) {
        addFolder(named, "");
      } else if (named.isFile()) {
        addArchive(named);
      }
    }
  }

  private void put(String dottedFile, ClassFile classFile) {
    String className = dottedFile.substring(0, dottedFile.length() - ".class".length());
    if (!className.startsWith("META-INF.") && !className.endsWith("module-info")) {
      classFiles.putIfAbsent(className, classFile);
    }
  }

  /**
   * The folder that should have been named for a class to be found: one above or below a folder of
   * this class path. Null if there is none.
   */
  public @Nullable File folderWith(String className) {
    String file = className.replace('.', File.separatorChar) + ".class";
    for (File folder : folders) {
      for (String name : classFiles.keySet()) {
        if (name.endsWith("." + className)) {
          String below = name.substring(0, name.length() - className.length() - 1);
          File root = new File(folder, below.replace('.', File.separatorChar));
          if (new File(root, file).isFile()) {
            return root;
          }
        }
      }
      File root = folder.getAbsoluteFile().getParentFile();
      for (int dot = className.indexOf('.'); dot > 0 && root != null; ) {
        if (new File(root, file).isFile()) {
          return root;
        }
        root = root.getParentFile();
        dot = className.indexOf('.', dot + 1);
      }
    }
    return null;
  }

  /** Binary names of the classes, sorted. */
  public Collection<String> classNames() {
    return Collections.unmodifiableCollection(classFiles.keySet());
  }

  @Override
  public byte @Nullable [] find(String className) throws IOException {
    ClassFile classFile = classFiles.get(className);
    return classFile == null ? null : classFile.read();
  }

  @Override
  public void close() throws IOException {
    for (Archive archive : archives) {
      archive.close();
    }
  }
}
