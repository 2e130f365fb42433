package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.classfile.MethodCode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Weaves all methods of whole libraries, of several compilers and versions of class files. */
@Tag("own-jvm")
class EveryMethodTest {
  private static final List<String> LIBRARIES =
      List.of("kotlin-stdlib", "byte-buddy", "config", "gson", "picocli", "assertj-core");

  static Stream<File> libraries() {
    List<File> jars =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(File::new)
            .filter(jar -> jar.getName().endsWith(".jar"))
            .filter(jar -> LIBRARIES.contains(jar.getName().replaceFirst("-[0-9].*", "")))
            .toList();
    assertThat(jars).hasSameSizeAs(LIBRARIES);
    return jars.stream();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void everyMethod_isWovenAndPassesTheVerifier(File jar) throws IOException {
    Woven woven = new Woven(jar);
    int linked = 0;
    for (String name : woven.classFiles.keySet()) {
      try {
        woven.link(name);
        linked++;
      } catch (NoClassDefFoundError | TypeNotPresentException e) {
        // of a library that is optional and not here
      }
    }
    assertThat(woven.methods).isGreaterThan(linked);
    assertThat(linked).isGreaterThan(woven.classFiles.size() / 2);
  }

  @Test
  void wrongCode_doesNotPassTheVerifierOfThisTest() {
    ClassWriter writer = ClassMaker.begin("com.acme.Wrong", 52, ClassWriter.COMPUTE_MAXS);
    MethodVisitor wrong = writer.visitMethod(Opcodes.ACC_PUBLIC, "wrong", "()I", null, null);
    wrong.visitCode();
    wrong.visitVarInsn(Opcodes.ALOAD, 0);
    wrong.visitInsn(Opcodes.IRETURN);
    wrong.visitMaxs(1, 1);
    Woven woven = new Woven(Map.of("com.acme.Wrong", writer.toByteArray()));
    assertThatThrownBy(() -> woven.link("com.acme.Wrong")).isInstanceOf(VerifyError.class);
  }

  /** Defines the classes of a library, each method woven. */
  private static final class Woven extends ClassLoader {
    private final Map<String, byte[]> classFiles;
    private int methods;

    Woven(File jar) throws IOException {
      this(read(jar));
    }

    Woven(Map<String, byte[]> classFiles) {
      super(EveryMethodTest.class.getClassLoader());
      this.classFiles = classFiles;
    }

    private static Map<String, byte[]> read(File jar) throws IOException {
      Map<String, byte[]> classFiles = new TreeMap<>();
      try (JarFile file = new JarFile(jar)) {
        for (JarEntry entry : Collections.list(file.entries())) {
          String name = entry.getName();
          if (name.endsWith(".class")
              && !name.startsWith("META-INF")
              && !name.endsWith("-info.class")) {
            try (InputStream in = file.getInputStream(entry)) {
              classFiles.put(
                  name.substring(0, name.length() - ".class".length()).replace('/', '.'),
                  in.readAllBytes());
            }
          }
        }
      }
      return classFiles;
    }

    /** Loads and verifies a class without running any of it. */
    void link(String name) {
      try {
        assertThat(loadClass(name).getDeclaredMethods()).isNotNull();
      } catch (ClassNotFoundException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        byte[] classFile = classFiles.get(name);
        if (loaded != null || classFile == null) {
          return loaded == null ? super.loadClass(name, resolve) : loaded;
        }
        byte[] woven = Weaving.weave(classFile, everyMethod(classFile), new HashSet<>());
        return defineClass(name, woven, 0, woven.length);
      }
    }

    private Map<String, WovenMethod> everyMethod(byte[] classFile) {
      Map<String, WovenMethod> every = new HashMap<>();
      new ClassReader(classFile)
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                  if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
                      && !name.equals("<clinit>")) {
                    every.put(
                        MethodCode.key(name, descriptor),
                        new WovenMethod(methods++ * 100, methods % 2 == 0, List.of()));
                  }
                  return null;
                }
              },
              ClassReader.SKIP_CODE);
      return every;
    }
  }
}
