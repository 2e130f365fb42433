package io.github.ratelimitagent.classfile;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A jar, with the jars and wars in it that an application server or Spring Boot would read. Those
 * are copied to temporary files, deleted on close: they cannot be read at random where they are,
 * and may be too large for the memory. Not safe for several threads.
 */
final class Archive implements Closeable {
  private static final Pattern CLASS_ROOT = Pattern.compile("^(?:BOOT|WEB)-INF/classes/");
  private static final Pattern NESTED =
      Pattern.compile("(?:BOOT|WEB)-INF/lib(?:-provided)?/[^/]+\\.jar");
  private static final Pattern NESTED_IN_EAR = Pattern.compile("(?:[^/]+|lib/[^/]+)\\.(?:jar|war)");

  private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/(\\d{1,9})/(.*)");
  private static final Attributes.Name MULTI_RELEASE = new Attributes.Name("Multi-Release");

  /** Of the JVM that this is: 8, 11, 17. */
  private static final int JAVA_VERSION =
      Integer.parseInt(System.getProperty("java.specification.version", "8").replace("1.", ""));

  private final File file;
  private final JarFile jar;
  private final List<Archive> nested = new ArrayList<>();
  private final boolean temporary;

  private Archive(File file, JarFile jar, boolean temporary) {
    this.file = file;
    this.jar = jar;
    this.temporary = temporary;
  }

  /**
   * Opens a jar and those in it.
   *
   * @throws IOException if it is not a jar; the message names it
   */
  static Archive open(File file) throws IOException {
    return open(file, file.getPath(), false);
  }

  private static Archive open(File file, String shownAs, boolean temporary) throws IOException {
    JarFile jar;
    try {
      jar = new JarFile(file, false);
    } catch (IOException e) {
      throw new IOException(
          shownAs + (file.canRead() ? " is not a jar, or a damaged one" : " cannot be read"), e);
    }
    Archive archive = new Archive(file, jar, temporary);
    boolean complete = false;
    try {
      archive.openNested(shownAs);
      complete = true;
    } finally {
      if (!complete) {
        archive.close();
      }
    }
    return archive;
  }

  private void openNested(String shownAs) throws IOException {
    Pattern inEar = shownAs.endsWith(".ear") ? NESTED_IN_EAR : NESTED;
    for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
      JarEntry entry = entries.nextElement();
      String name = entry.getName();
      if (!entry.isDirectory() && inEar.matcher(name).matches()) {
        String shown = shownAs + "!/" + name;
        File copy = copy(entry, shown);
        boolean opened = false;
        try {
          nested.add(open(copy, shown, true));
          opened = true;
        } finally {
          if (!opened) {
            Files.deleteIfExists(copy.toPath());
          }
        }
      }
    }
  }

  private File copy(JarEntry entry, String shown) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      File copy = File.createTempFile("ratelimit-check", ".jar");
      copy.deleteOnExit();
      Files.copy(in, copy.toPath(), StandardCopyOption.REPLACE_EXISTING);
      return copy;
    } catch (IOException e) {
      throw new IOException(
          shown
              + " cannot be copied to a temporary file (-Djava.io.tmpdir names the folder): "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Hands out each class: the name of its file with dots, and where its bytes are. Of a class that
   * a jar has for several versions of Java, the one that this JVM would load comes first.
   */
  void forEachClass(BiConsumer<String, ClassPath.ClassFile> classes) throws IOException {
    Map<Integer, Map<String, JarEntry>> newestFirst = new TreeMap<>(Comparator.reverseOrder());
    Map<String, JarEntry> others = new LinkedHashMap<>();
    boolean versions = isMultiRelease();
    for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
      JarEntry entry = entries.nextElement();
      String name = entry.getName();
      Matcher versioned = VERSIONED.matcher(name);
      if (!name.endsWith(".class")) {
        continue;
      }
      if (!versions || !versioned.matches()) {
        others.put(name, entry);
      } else if (Integer.parseInt(versioned.group(1)) <= JAVA_VERSION) {
        newestFirst
            .computeIfAbsent(Integer.valueOf(versioned.group(1)), v -> new LinkedHashMap<>())
            .put(versioned.group(2), entry);
      }
    }
    newestFirst.values().forEach(ofVersion -> handOut(ofVersion, classes));
    handOut(others, classes);
    for (Archive archive : nested) {
      archive.forEachClass(classes);
    }
  }

  private boolean isMultiRelease() throws IOException {
    Manifest manifest = jar.getManifest();
    return manifest != null
        && Boolean.parseBoolean(manifest.getMainAttributes().getValue(MULTI_RELEASE));
  }

  private void handOut(
      Map<String, JarEntry> entries, BiConsumer<String, ClassPath.ClassFile> classes) {
    entries.forEach(
        (name, entry) ->
            classes.accept(
                CLASS_ROOT.matcher(name).replaceFirst("").replace('/', '.'),
                () -> ClassFileBytes.of(jar.getInputStream(entry))));
  }

  /** The files of {@code Class-Path} in the manifest, whether or not they exist. */
  List<File> namedByManifest() throws IOException {
    List<File> files = new ArrayList<>();
    Manifest manifest = jar.getManifest();
    String named =
        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
    if (named == null) {
      return files;
    }
    for (String url : named.trim().split("\\s+")) {
      try {
        files.add(new File(file.getAbsoluteFile().toURI().resolve(new URI(url))));
      } catch (URISyntaxException | IllegalArgumentException notOfAFile) {
        // another protocol, or no URL at all: the JVM passes over it too
      }
    }
    return files;
  }

  @Override
  public void close() throws IOException {
    for (Archive archive : nested) {
      archive.close();
    }
    jar.close();
    if (temporary) {
      Files.deleteIfExists(file.toPath());
    }
  }
}
