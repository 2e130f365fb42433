package io.github.ratelimitagent.instrument;

import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes class files that no compiler of today makes, and loads them. */
final class ClassMaker {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private ClassMaker() {}

  /** The name of a class that no test has made yet. */
  static String freshName() {
    return "com.acme.odd.Made" + NAMES.incrementAndGet();
  }

  /**
   * A class with a constructor, {@code int add(int, long)}, {@code static int twice(int)} and
   * {@code void take(T)}.
   *
   * @param version of the class file, such as 48
   * @param takenType internal name of T, which need not exist
   */
  static byte[] make(String className, int version, String takenType) {
    ClassWriter writer = begin(className, version, ClassWriter.COMPUTE_MAXS);
    MethodVisitor add = writer.visitMethod(Opcodes.ACC_PUBLIC, "add", "(IJ)I", null, null);
    add.visitCode();
    add.visitVarInsn(Opcodes.ILOAD, 1);
    add.visitVarInsn(Opcodes.LLOAD, 2);
    add.visitInsn(Opcodes.L2I);
    add.visitInsn(Opcodes.IADD);
    add.visitInsn(Opcodes.IRETURN);
    add.visitMaxs(0, 0);
    MethodVisitor twice =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "twice", "(I)I", null, null);
    twice.visitCode();
    twice.visitVarInsn(Opcodes.ILOAD, 0);
    twice.visitInsn(Opcodes.ICONST_2);
    twice.visitInsn(Opcodes.IMUL);
    twice.visitInsn(Opcodes.IRETURN);
    twice.visitMaxs(0, 0);
    MethodVisitor take =
        writer.visitMethod(Opcodes.ACC_PUBLIC, "take", "(L" + takenType + ";)V", null, null);
    take.visitCode();
    take.visitInsn(Opcodes.RETURN);
    take.visitMaxs(0, 0);
    writer.visitEnd();
    return writer.toByteArray();
  }

  /**
   * A class with a constructor, to add methods to.
   *
   * @param flags of the writer
   */
  static ClassWriter begin(String className, int version, int flags) {
    ClassWriter writer = new ClassWriter(flags);
    writer.visit(
        version, Opcodes.ACC_PUBLIC, className.replace('.', '/'), null, "java/lang/Object", null);
    MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(1, 1);
    return writer;
  }

  /** As {@link #make}, with a generic signature of {@code take} that nobody can read. */
  static byte[] makeWithMalformedSignature(String className, String takenType) {
    byte[] made = make(className, 52, takenType);
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(made)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return super.visitMethod(
                    access, name, descriptor, name.equals("take") ? "(<oops" : signature, thrown);
              }
            },
            0);
    return writer.toByteArray();
  }

  /** As {@link #make}, extending a class that need not exist, with type arguments. */
  static byte[] makeSubclass(String className, String superName) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(make(className, 52, "java/lang/String"))
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public void visit(
                  int version,
                  int access,
                  String name,
                  String signature,
                  String of,
                  String[] faces) {
                String generic = "L" + superName + "<Ljava/lang/String;>;";
                super.visit(version, access, name, generic, superName, faces);
              }
            },
            0);
    return writer.toByteArray();
  }

  /** Defines one class, and passes on only {@code java.*}, as some containers' loaders do. */
  static final class FilteringLoader extends ClassLoader {
    private final String name;
    private final byte[] classFile;

    FilteringLoader(String name, byte[] classFile) {
      super(null);
      this.name = name;
      this.classFile = classFile;
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(wanted);
      if (loaded != null) {
        return loaded;
      }
      if (wanted.equals(name)) {
        return defineClass(name, classFile, 0, classFile.length);
      }
      if (wanted.startsWith("java.")) {
        return Class.forName(wanted, false, null);
      }
      throw new ClassNotFoundException(wanted);
    }
  }

  /** Makes and loads a class whose {@code take} takes a String. */
  static Class<?> load(String name) throws ClassNotFoundException {
    return load(name, make(name, 52, "java/lang/String"));
  }

  static Class<?> load(String name, byte[] classFile) throws ClassNotFoundException {
    return new FilteringLoader(name, classFile).loadClass(name, false);
  }
}
