package io.github.ratelimitagent.classfile;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The instructions of a class file's methods, constructors among them. */
public final class MethodCode {
  /** Chooses who reads a method. */
  public interface Readers {
    /** Null where nobody does. */
    @Nullable MethodVisitor of(int access, String name, String descriptor);
  }

  private MethodCode() {}

  /** Tells a method from the others of its class. */
  public static String key(String name, String descriptor) {
    return name + descriptor;
  }

  /** Has methods read, with their lines and variables and without their frames. */
  public static void read(byte[] classFile, Readers readers) {
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public @Nullable MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                return readers.of(access, name, descriptor);
              }
            },
            ClassReader.SKIP_FRAMES);
  }
}
