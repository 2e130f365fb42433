package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.MethodCode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts calls of the gate into methods of a class file.
 *
 * <p>Only the bodies of declared methods change, never the shape of the class, so that loaded
 * classes can be woven too; everything else is copied as it is.
 */
final class Weaving {
  private static final int MAJOR = 0xFFFF;

  private Weaving() {}

  /**
   * The woven class file.
   *
   * @param methods by {@link MethodCode#key name and descriptor}
   * @param grownTooLarge gets the methods that the JVM could compile and no longer can
   */
  static byte[] weave(
      byte[] classFile, Map<String, WovenMethod> methods, Set<WovenMethod> grownTooLarge) {
    Map<String, CodeFacts> facts = CodeFacts.read(classFile, methods.keySet());
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Gating(writer, methods, facts, grownTooLarge), ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }

  /** Copies a class, but for the bodies of some methods. */
  private static final class Gating extends ClassVisitor {
    private final Map<String, WovenMethod> methods;
    private final Map<String, CodeFacts> facts;
    private final Set<WovenMethod> grownTooLarge;
    private boolean withFrames;

    Gating(
        ClassVisitor target,
        Map<String, WovenMethod> methods,
        Map<String, CodeFacts> facts,
        Set<WovenMethod> grownTooLarge) {
      super(Opcodes.ASM9, target);
      this.methods = methods;
      this.facts = facts;
      this.grownTooLarge = grownTooLarge;
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
          : new GatedCode(copy, woven, access, name, descriptor, known, withFrames, grownTooLarge);
    }
  }
}
