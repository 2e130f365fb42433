package io.github.ratelimitagent.classfile;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reads what a class file declares, and none of its code. */
final class ClassReading extends ClassVisitor {
  /** The version of class files that ASM knows last. */
  private static final int NEWEST = Opcodes.V27;

  private static final int API = Opcodes.ASM9;

  private final ClassFiles files;
  private @Nullable ClassModel model;

  private ClassReading(ClassFiles files) {
    super(API);
    this.files = files;
  }

  /**
   * Reads the class of that name.
   *
   * @throws UnreadableClassException if this is not its class file
   */
  static ClassModel read(String className, byte[] classFile, ClassFiles files) {
    ClassModel model;
    try {
      ClassReading reading = new ClassReading(files);
      new ClassReader(classFile)
          .accept(
              reading, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      model = reading.model();
    } catch (RuntimeException e) {
      int version = version(classFile);
      throw new UnreadableClassException(
          version > NEWEST
              ? "its class file is newer than the agent knows, version " + version
              : "its class file is damaged",
          e);
    }
    if (!model.name().equals(className)) {
      throw new UnreadableClassException("its class file is of " + model.name(), null);
    }
    return model;
  }

  private ClassModel model() {
    return Objects.requireNonNull(model, "a class file begins with the class");
  }

  /** The major version; 0 of what is no class file. */
  private static int version(byte[] file) {
    // the magic number, two bytes of the minor version, two of the major
    return file.length > 7 && (file[0] & 0xFF) == 0xCA && (file[1] & 0xFF) == 0xFE
        ? (file[6] & 0xFF) << 8 | file[7] & 0xFF
        : 0;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    model =
        new ClassModel(
            files,
            binaryName(name),
            flags(access),
            signature,
            superName == null ? null : binaryName(superName),
            binaryNames(interfaces));
  }

  @Override
  public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    model().addAnnotation(annotationName(descriptor));
    return null;
  }

  @Override
  public @Nullable FieldVisitor visitField(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    model().add(new FieldModel(name, flags(access), descriptor, signature));
    return null;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    if (name.equals("<clinit>")) {
      return null;
    }
    MethodModel method =
        new MethodModel(
            model(), name, flags(access), descriptor, signature, binaryNames(exceptions));
    model().add(method);
    return new MethodVisitor(API) {
      @Override
      public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
        method.addAnnotation(annotationName(type));
        return null;
      }
    };
  }

  /** Those of the class file; ASM adds some of its own above them. */
  private static int flags(int access) {
    return access & 0xFFFF;
  }

  /** What is no descriptor stays as it is: the JVM passes over such an annotation too. */
  private static String annotationName(String descriptor) {
    return descriptor.startsWith("L") && descriptor.endsWith(";")
        ? binaryName(descriptor.substring(1, descriptor.length() - 1))
        : descriptor;
  }

  private static String binaryName(String internalName) {
    return internalName.replace('/', '.');
  }

  private static List<String> binaryNames(String @Nullable [] internalNames) {
    if (internalNames == null || internalNames.length == 0) {
      return Collections.emptyList();
    }
    String[] names = new String[internalNames.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = binaryName(internalNames[i]);
    }
    return Arrays.asList(names);
  }
}
