package io.github.ratelimitagent.instrument;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes class files as optimizers do: where a parameter was, something else is later. */
final class ReusedSlots {
  private ReusedSlots() {}

  /**
   * A class with a constructor and three methods that answer the length of a text, in an own way
   * each: {@code int length(String)} puts the number where the text was, {@code int own(String)}
   * where {@code this} was, {@code static int half(long, String)} the text in the second half of
   * the long.
   */
  static byte[] make(String className, int version) {
    return writer(className, version).toByteArray();
  }

  /** As {@link #make}, with {@code static int huge()}, which answers 32700 and has no room left. */
  static byte[] makeWithHuge(String className) {
    ClassWriter writer = writer(className, Opcodes.V1_8);
    MethodVisitor huge =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "huge", "()I", null, null);
    huge.visitCode();
    huge.visitInsn(Opcodes.ICONST_0);
    for (int i = 0; i < 32_700; i++) {
      huge.visitInsn(Opcodes.ICONST_1);
      huge.visitInsn(Opcodes.IADD);
    }
    for (int i = 0; i < 132; i++) {
      huge.visitInsn(Opcodes.NOP);
    }
    huge.visitInsn(Opcodes.IRETURN);
    huge.visitMaxs(0, 0);
    return writer.toByteArray();
  }

  private static ClassWriter writer(String className, int version) {
    ClassWriter writer =
        ClassMaker.begin(className, version, ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
    count(writer, "length", 1);
    count(writer, "own", 0);
    MethodVisitor half =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "half", "(JLjava/lang/String;)I", null, null);
    half.visitCode();
    half.visitVarInsn(Opcodes.ALOAD, 2);
    half.visitVarInsn(Opcodes.ASTORE, 1);
    length(half, 1);
    half.visitInsn(Opcodes.IRETURN);
    half.visitMaxs(0, 0);
    writer.visitEnd();
    return writer;
  }

  /** Counts down from the length and up again, so that frames name the slot. */
  private static void count(ClassWriter writer, String name, int slot) {
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC, name, "(Ljava/lang/String;)I", null, null);
    method.visitCode();
    length(method, 1);
    method.visitVarInsn(Opcodes.ISTORE, slot);
    method.visitInsn(Opcodes.ICONST_0);
    method.visitVarInsn(Opcodes.ISTORE, 2);
    Label loop = new Label();
    Label end = new Label();
    method.visitLabel(loop);
    method.visitVarInsn(Opcodes.ILOAD, slot);
    method.visitJumpInsn(Opcodes.IFLE, end);
    method.visitIincInsn(slot, -1);
    method.visitIincInsn(2, 1);
    method.visitJumpInsn(Opcodes.GOTO, loop);
    method.visitLabel(end);
    method.visitVarInsn(Opcodes.ILOAD, 2);
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(0, 0);
  }

  private static void length(MethodVisitor method, int slot) {
    method.visitVarInsn(Opcodes.ALOAD, slot);
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
  }
}
