package io.github.ratelimitagent.instrument;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * The class files of a class path as an application would find them: folders, jars, {@code
 * folder/*} for all jars in it, and what executable and web archives keep inside. Not safe for
 * several threads.
 */
final class ClassPath implements ClassFileLocator, Closeable {
  private static final String[] NESTED_CLASSES = {"BOOT-INF/classes/", "WEB-INF/classes/"};
  private static final String[] NESTED_JARS = {"BOOT-INF/lib/", "WEB-INF/lib/"};

  private final Map<String, ClassFile> classFiles = new TreeMap<>();
  private final List<JarFile> jars = new ArrayList<>();

  /** Where the bytes of a class are. */
  private interface ClassFile {
    byte[] read() throws IOException;
  }

  static ClassPath of(List<File> entries) throws IOException {
    ClassPath classPath = new ClassPath();
    for (File entry : entries) {
      classPath.add(entry);
    }
    return classPath;
  }

  private void add(File entry) throws IOException {
    if (entry.getName().equals("*") && entry.getParentFile() != null) {
      File[] inFolder =
          entry.getParentFile().listFiles((folder, name) -> name.toLowerCase().endsWith(".jar"));
      if (inFolder == null) {
        throw new IOException(entry.getParentFile() + " is not a folder");
      }
      for (File jar : inFolder) {
        addJar(jar);
      }
    } else if (entry.isDirectory()) {
      addFolder(entry, "");
    } else if (entry.isFile()) {
      addJar(entry);
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
        put(packageName + file.getName(), () -> readAll(new FileInputStream(file)));
      }
    }
  }

  private void addJar(File file) throws IOException {
    JarFile jar;
    try {
      jar = new JarFile(file, false);
    } catch (IOException e) {
      throw new IOException(file + " is not a jar: " + e.getMessage(), e);
    }
    jars.add(jar);
    for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
      JarEntry entry = entries.nextElement();
      String name = entry.getName();
      if (name.endsWith(".class")) {
        put(withoutPrefix(name).replace('/', '.'), () -> readAll(jar.getInputStream(entry)));
      } else if (isNestedJar(name)) {
        addNested(new JarInputStream(jar.getInputStream(entry), false));
      }
    }
  }

  private void addNested(JarInputStream nested) throws IOException {
    try (JarInputStream in = nested) {
      for (JarEntry entry; (entry = in.getNextJarEntry()) != null; ) {
        if (entry.getName().endsWith(".class")) {
          byte[] bytes = drain(in);
          put(entry.getName().replace('/', '.'), () -> bytes);
        }
      }
    }
  }

  private void put(String dottedFile, ClassFile classFile) {
    String className = dottedFile.substring(0, dottedFile.length() - ".class".length());
    if (!className.startsWith("META-INF.") && !className.endsWith("module-info")) {
      classFiles.putIfAbsent(className, classFile);
    }
  }

  private static String withoutPrefix(String name) {
    for (String prefix : NESTED_CLASSES) {
      if (name.startsWith(prefix)) {
        return name.substring(prefix.length());
      }
    }
    return name;
  }

  private static boolean isNestedJar(String name) {
    for (String prefix : NESTED_JARS) {
      if (name.startsWith(prefix) && name.endsWith(".jar")) {
        return true;
      }
    }
    return false;
  }

  /** Binary names of the classes, sorted. */
  Collection<String> classNames() {
    return Collections.unmodifiableCollection(classFiles.keySet());
  }

  @Override
  public Resolution locate(String name) throws IOException {
    ClassFile classFile = classFiles.get(name);
    return classFile == null
        ? new Resolution.Illegal(name)
        : new Resolution.Explicit(classFile.read());
  }

  @Override
  public void close() throws IOException {
    for (JarFile jar : jars) {
      jar.close();
    }
  }

  private static byte[] readAll(InputStream stream) throws IOException {
    try (InputStream in = stream) {
      return drain(in);
    }
  }

  private static byte[] drain(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int n; (n = in.read(buffer)) > 0; ) {
      out.write(buffer, 0, n);
    }
    return out.toByteArray();
  }
}
