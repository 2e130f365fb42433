package io.github.ratelimitagent.instrument;

import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Which methods of a class store something where a parameter was passed, which may be of another
 * type: legal, and usual in code that an optimizer has seen.
 */
final class ParameterSlots {
  private final Set<String> reusing = new HashSet<>();

  private ParameterSlots() {}

  /** Looks at the bodies of these methods. */
  static ParameterSlots read(byte[] classFile, Set<MethodDescription.InDefinedShape> methods) {
    Set<String> wanted = new HashSet<>();
    for (MethodDescription.InDefinedShape method : methods) {
      wanted.add(method.getInternalName() + method.getDescriptor());
    }
    ParameterSlots slots = new ParameterSlots();
    MethodCode.read(
        classFile,
        (access, name, descriptor) ->
            wanted.contains(name + descriptor) ? slots.reader(access, name, descriptor) : null);
    return slots;
  }

  boolean areReusedBy(MethodDescription.InDefinedShape method) {
    return reusing.contains(method.getInternalName() + method.getDescriptor());
  }

  private MethodVisitor reader(int access, String name, String descriptor) {
    // counted with a slot for this
    int withThis = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
    int slots = (access & Opcodes.ACC_STATIC) == 0 ? withThis : withThis - 1;
    return new MethodVisitor(OpenedClassReader.ASM_API) {
      @Override
      public void visitVarInsn(int opcode, int slot) {
        if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE && slot < slots) {
          reusing.add(name + descriptor);
        }
      }
    };
  }
}
