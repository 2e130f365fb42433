package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.MethodCode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which constructor each constructor of a class begins with, {@code this(..)} or {@code super(..)}:
 * if that one is limited too, it counts the new object, and this one must not count it again.
 */
final class ConstructorDelegation {
  /** A constructor by its class and descriptor. */
  static final class Target {
    final String className;
    final String descriptor;

    Target(String className, String descriptor) {
      this.className = className;
      this.descriptor = descriptor;
    }
  }

  /** Of a class whose file is not there. */
  static final ConstructorDelegation UNKNOWN = new ConstructorDelegation();

  private final Map<String, Target> targets = new HashMap<>();

  private ConstructorDelegation() {}

  static ConstructorDelegation read(byte[] classFile) {
    ConstructorDelegation delegation = new ConstructorDelegation();
    MethodCode.read(
        classFile,
        (access, name, descriptor) ->
            name.equals("<init>") ? delegation.new FirstInitialization(descriptor) : null);
    return delegation;
  }

  /** What the constructor of that descriptor begins with; null where it cannot be told. */
  @Nullable Target of(String descriptor) {
    return targets.get(descriptor);
  }

  /** The first initialization that is not of an object made for an argument. */
  private final class FirstInitialization extends MethodVisitor {
    private final String descriptor;
    private int made;

    FirstInitialization(String descriptor) {
      super(Opcodes.ASM9);
      this.descriptor = descriptor;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.NEW) {
        made++;
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String calledDescriptor, boolean isInterface) {
      if (opcode != Opcodes.INVOKESPECIAL || !name.equals("<init>")) {
        return;
      }
      if (made > 0) {
        made--;
      } else {
        targets.putIfAbsent(descriptor, new Target(owner.replace('/', '.'), calledDescriptor));
      }
    }
  }
}
