package io.github.ratelimitagent.instrument;

import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Puts calls of the gate into methods of a class file.
 *
 * <p>Only the bodies of declared methods change, never the shape of the class, so that loaded
 * classes can be woven too; everything else is copied as it is. Byte Buddy's advice is not used: it
 * costs a fifth of a second at start, and half a millisecond for each method.
 */
final class Weaving {
  private static final int MAJOR = 0xFFFF;

  private Weaving() {}

  /**
   * The woven class file.
   *
   * @param methods by {@link MethodCode#key name and descriptor}
   */
  static byte[] weave(byte[] classFile, Map<String, WovenMethod> methods) {
    Map<String, CodeFacts> facts = CodeFacts.read(classFile, methods.keySet());
    ClassReader reader = OpenedClassReader.of(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Gating(writer, methods, facts), ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }

  /** Copies a class, but for the bodies of some methods. */
  private static final class Gating extends ClassVisitor {
    private final Map<String, WovenMethod> methods;
    private final Map<String, CodeFacts> facts;
    private boolean withFrames;

    Gating(ClassVisitor target, Map<String, WovenMethod> methods, Map<String, CodeFacts> facts) {
      super(OpenedClassReader.ASM_API, target);
      this.methods = methods;
      this.facts = facts;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      withFrames = (version & MAJOR) >= Opcodes.V1_6;
      super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor copy = super.visitMethod(access, name, descriptor, signature, exceptions);
      WovenMethod woven = methods.get(MethodCode.key(name, descriptor));
      CodeFacts known = facts.get(MethodCode.key(name, descriptor));
      return woven == null || known == null
          ? copy
          : new GatedCode(copy, woven, access, name, descriptor, known, withFrames);
    }
  }
}
