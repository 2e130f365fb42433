package io.github.ratelimitagent.benchmark.generated;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The classes of an application as large as wanted. Each has {@link #METHODS} public methods,
 * {@code m0} to {@code m4}, and is an {@code IntUnaryOperator} that calls the first of them.
 */
public final class GeneratedClasses {
  /** The package of all of them. */
  public static final String PACKAGE = "com.example.app";

  /** How many there are. */
  public static final int CLASSES = 2_000;

  /** The methods of each that limits can cover. */
  public static final int METHODS = 5;

  private static final String OPERATOR = "java/util/function/IntUnaryOperator";

  private GeneratedClasses() {}

  /** Writes them into a jar, with the main class of an application. */
  public static Path writeJar(Path directory, Class<?> application) throws IOException {
    Path jar = directory.resolve("generated.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (int i = 0; i < CLASSES; i++) {
        put(out, internalName(i) + ".class", bytes(i));
      }
      String main = application.getName().replace('.', '/') + ".class";
      try (InputStream in = application.getResourceAsStream("/" + main)) {
        if (in == null) {
          throw new IOException("no " + main);
        }
        put(out, main, in.readAllBytes());
      }
    }
    return jar;
  }

  /** A configuration with so many limits, on one method each, and what else is to be in it. */
  public static Path writeLimits(Path directory, String name, int limits, String more)
      throws IOException {
    StringBuilder text = new StringBuilder("ratelimit {\n").append(more).append("\nlimits {\n");
    for (int i = 0; i < limits; i++) {
      // short, because a configuration file has at most one mebibyte
      text.append("g").append(i).append(" {\nmethod=\"").append(pattern(i));
      text.append("\"\ncapacity=1000000000\nrefill=1000000000/s\n}\n");
    }
    Path file = directory.resolve(name + ".conf");
    return Files.writeString(file, text.append("}\n}\n"), StandardCharsets.UTF_8);
  }

  private static String pattern(int limit) {
    int method = limit / CLASSES;
    if (method >= METHODS) {
      throw new IllegalArgumentException("no method is left for limit " + limit);
    }
    return PACKAGE + ".C" + limit % CLASSES + ".m" + method + "(int)";
  }

  private static void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(bytes);
    out.closeEntry();
  }

  private static String internalName(int number) {
    return PACKAGE.replace('.', '/') + "/C" + number;
  }

  private static byte[] bytes(int number) {
    ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String name = internalName(number);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER;
    type.visit(Opcodes.V1_8, access, name, null, "java/lang/Object", new String[] {OPERATOR});
    type.visitField(Opcodes.ACC_PRIVATE, "state", "I", null, null).visitEnd();
    constructor(type);
    for (int i = 0; i < METHODS; i++) {
      method(type, name, i);
    }
    operator(type, name);
    type.visitEnd();
    return type.toByteArray();
  }

  private static void constructor(ClassWriter type) {
    MethodVisitor code = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
  }

  /** {@code return state += value + "m<i> of <class>".length()}. */
  private static void method(ClassWriter type, String name, int number) {
    MethodVisitor code = type.visitMethod(Opcodes.ACC_PUBLIC, "m" + number, "(I)I", null, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.DUP);
    code.visitFieldInsn(Opcodes.GETFIELD, name, "state", "I");
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.IADD);
    code.visitLdcInsn("m" + number + " of " + name);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    code.visitInsn(Opcodes.IADD);
    code.visitInsn(Opcodes.DUP_X1);
    code.visitFieldInsn(Opcodes.PUTFIELD, name, "state", "I");
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
  }

  private static void operator(ClassWriter type, String name) {
    MethodVisitor code = type.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, name, "m0", "(I)I", false);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
  }
}
