package io.github.ratelimitagent.cli;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes a class with as many methods as wanted. */
final class ManyMethods {
  private ManyMethods() {}

  static byte[] classFile(String className, int count) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V1_8,
        Opcodes.ACC_PUBLIC,
        className.replace('.', '/'),
        null,
        "java/lang/Object",
        null);
    for (int i = 0; i < count; i++) {
      MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "m" + i, "()V", null, null);
      method.visitCode();
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(0, 0);
    }
    return writer.toByteArray();
  }
}
