package io.github.ratelimitagent.instrument;

import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** The instructions of a class file's methods, constructors among them. */
final class MethodCode {
  /** Chooses who reads a method. */
  interface Readers {
    /** Null where nobody does. */
    @Nullable MethodVisitor of(int access, String name, String descriptor);
  }

  private MethodCode() {}

  /** Names a method of its class. */
  static String key(String name, String descriptor) {
    return name + descriptor;
  }

  /** Names a method of its class, as its class file does. */
  static String key(MethodDescription.InDefinedShape method) {
    return key(method.getInternalName(), method.getDescriptor());
  }

  static void read(byte[] classFile, Readers readers) {
    OpenedClassReader.of(classFile)
        .accept(
            new ClassVisitor(OpenedClassReader.ASM_API) {
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
