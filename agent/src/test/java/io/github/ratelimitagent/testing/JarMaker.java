package io.github.ratelimitagent.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Makes jars of classes, of bytes and of other jars. */
public final class JarMaker {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final JarOutputStream jar;

  private JarMaker(Manifest manifest) {
    try {
      jar = new JarOutputStream(bytes, manifest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JarMaker jar() {
    return new JarMaker(manifest());
  }

  /** With an attribute in its manifest. */
  public static JarMaker with(Attributes.Name attribute, String value) {
    Manifest manifest = manifest();
    manifest.getMainAttributes().put(attribute, value);
    return new JarMaker(manifest);
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    return manifest;
  }

  /** The class as it was compiled, under a folder such as {@code BOOT-INF/classes/}. */
  public JarMaker add(String folder, Class<?> type) {
    return add(folder + type.getName().replace('.', '/') + ".class", classFile(type));
  }

  public JarMaker add(String name, byte[] content) {
    try {
      jar.putNextEntry(new JarEntry(name));
      jar.write(content);
      jar.closeEntry();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public JarMaker add(String name, JarMaker nested) {
    return add(name, nested.bytes());
  }

  public Path write(Path file) {
    try {
      Files.createDirectories(file.getParent());
      return Files.write(file, bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] bytes() {
    try {
      jar.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static byte[] classFile(Class<?> type) {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
