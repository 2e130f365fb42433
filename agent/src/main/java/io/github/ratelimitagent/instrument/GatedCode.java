package io.github.ratelimitagent.instrument;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Copies the code of a method and puts calls of the gate around it:
 *
 * <pre>{@code
 * Object entered = RateLimitGate.enter(site, this, arguments);
 * try {
 *   ... the code, with RateLimitGate.exit(entered) before each return
 * } catch (Throwable t) {
 *   RateLimitGate.exit(entered);
 *   throw t;
 * }
 * }</pre>
 *
 * <p>What the gate answers lies in a slot of its own, behind all that the code uses, so that no
 * slot moves and it does not matter what the code does with those of its parameters. In
 * constructors there is no second part: before the object exists there is no receiver to pass, and
 * no exception handler can lie around the call of another constructor.
 */
final class GatedCode extends MethodVisitor {
  private static final String GATE = "java/lang/RateLimitGate";
  private static final String OBJECT = "java/lang/Object";
  private static final String ENTER = "(ILjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
  private static final String EXIT = "(Ljava/lang/Object;)V";

  /** Site, receiver, array, array again, index, and an argument of two slots. */
  private static final int STACK_OF_ENTER = 7;

  /** Bytes of code: more, and HotSpot leaves the method to its interpreter for ever. */
  private static final int MOST_COMPILED = 8_000;

  /** Of slots, stack and handlers; a class file with more is written as if it began at 0 again. */
  private static final int MOST = 65_535;

  private final WovenMethod woven;
  private final boolean isStatic;
  private final boolean isConstructor;
  private final Type[] parameters;
  private final int firstLine;
  private final int enteredSlot;
  private final boolean withFrames;
  private final Label begin = new Label();
  private final Set<WovenMethod> grownTooLarge;
  private int handlers;
  private int exits;

  /**
   * Writes to {@code target}.
   *
   * @param access of the method, and its name and descriptor
   * @param facts of its code
   * @param withFrames whether class files of this version say what is in the slots where branches
   *     meet
   * @param grownTooLarge gets the method if it could be compiled and no longer can
   */
  GatedCode(
      MethodVisitor target,
      WovenMethod woven,
      int access,
      String name,
      String descriptor,
      CodeFacts facts,
      boolean withFrames,
      Set<WovenMethod> grownTooLarge) {
    super(Opcodes.ASM9, target);
    this.woven = woven;
    this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
    this.isConstructor = name.equals("<init>");
    this.parameters = Type.getArgumentTypes(descriptor);
    this.firstLine = facts.firstLine();
    this.enteredSlot = facts.locals();
    this.withFrames = withFrames;
    this.grownTooLarge = grownTooLarge;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    if (firstLine > 0) {
      Label gate = new Label();
      super.visitLabel(gate);
      // where a rejected call is shown in a stack trace
      super.visitLineNumber(firstLine, gate);
    }
    push(woven.site);
    if (isStatic || isConstructor) {
      super.visitInsn(Opcodes.ACONST_NULL);
    } else {
      super.visitVarInsn(Opcodes.ALOAD, 0);
    }
    if (woven.withArguments) {
      pushArguments();
    } else {
      super.visitInsn(Opcodes.ACONST_NULL);
    }
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "enter", ENTER, false);
    if (isConstructor) {
      super.visitInsn(Opcodes.POP);
    } else {
      super.visitVarInsn(Opcodes.ASTORE, enteredSlot);
    }
    super.visitLabel(begin);
  }

  private void push(int number) {
    if (number == (short) number) {
      super.visitIntInsn(Opcodes.SIPUSH, number);
    } else {
      super.visitLdcInsn(number);
    }
  }

  private void pushArguments() {
    push(parameters.length);
    super.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT);
    int slot = isStatic ? 0 : 1;
    for (int i = 0; i < parameters.length; i++) {
      Type parameter = parameters[i];
      super.visitInsn(Opcodes.DUP);
      push(i);
      super.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), slot);
      box(parameter);
      super.visitInsn(Opcodes.AASTORE);
      slot += parameter.getSize();
    }
  }

  private void box(Type type) {
    String wrapper = wrapper(type);
    if (wrapper != null) {
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          wrapper,
          "valueOf",
          "(" + type.getDescriptor() + ")L" + wrapper + ";",
          false);
    }
  }

  private static @Nullable String wrapper(Type type) {
    switch (type.getSort()) {
      case Type.BOOLEAN:
        return "java/lang/Boolean";
      case Type.CHAR:
        return "java/lang/Character";
      case Type.BYTE:
        return "java/lang/Byte";
      case Type.SHORT:
        return "java/lang/Short";
      case Type.INT:
        return "java/lang/Integer";
      case Type.FLOAT:
        return "java/lang/Float";
      case Type.LONG:
        return "java/lang/Long";
      case Type.DOUBLE:
        return "java/lang/Double";
      default:
        return null;
    }
  }

  @Override
  public void visitInsn(int opcode) {
    if (!isConstructor && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      exit();
    }
    super.visitInsn(opcode);
  }

  private void exit() {
    exits++;
    super.visitVarInsn(Opcodes.ALOAD, enteredSlot);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "exit", EXIT, false);
  }

  @Override
  public void visitFrame(
      int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
    if (isConstructor) {
      super.visitFrame(type, localCount, locals, stackCount, stack);
      return;
    }
    Object[] padded = withEntered(localCount, locals);
    super.visitFrame(type, padded.length, padded, stackCount, stack);
  }

  /** What is in the slots: what the code says, nothing in the rest, and what the gate answered. */
  private Object[] withEntered(int localCount, Object[] locals) {
    int used = 0;
    for (int i = 0; i < localCount; i++) {
      used += locals[i] == Opcodes.LONG || locals[i] == Opcodes.DOUBLE ? 2 : 1;
    }
    Object[] padded = Arrays.copyOf(locals, localCount + enteredSlot - used + 1);
    Arrays.fill(padded, localCount, padded.length - 1, Opcodes.TOP);
    padded[padded.length - 1] = OBJECT;
    return padded;
  }

  @Override
  public void visitTryCatchBlock(Label from, Label to, Label handler, @Nullable String type) {
    handlers++;
    super.visitTryCatchBlock(from, to, handler, type);
  }

  @Override
  public void visitMaxs(int stack, int locals) {
    if (isConstructor) {
      lookAtSize(0);
      super.visitMaxs(Math.max(stack, STACK_OF_ENTER), locals);
      return;
    }
    if (locals == MOST || stack == MOST || handlers == MOST) {
      throw new IllegalStateException("it has all slots, stack or exception handlers there can be");
    }
    Label end = new Label();
    super.visitLabel(end);
    // after all others, so that the code's own handlers come first
    super.visitTryCatchBlock(begin, end, end, null);
    if (withFrames) {
      Object[] caught = {"java/lang/Throwable"};
      Object[] unknown = withEntered(0, new Object[0]);
      super.visitFrame(Opcodes.F_NEW, unknown.length, unknown, caught.length, caught);
    }
    exit();
    super.visitInsn(Opcodes.ATHROW);
    lookAtSize(1);
    super.visitMaxs(Math.max(stack + 1, STACK_OF_ENTER), locals + 1);
  }

  /** To a few bytes: ASM may have written a jump or an index in another length. */
  private void lookAtSize(int rethrows) {
    Label behind = new Label();
    super.visitLabel(behind);
    int slotIndex = enteredSlot < 4 ? 0 : enteredSlot < 256 ? 1 : 3;
    int added = begin.getOffset() + exits * (1 + slotIndex + 3) + rethrows;
    if (behind.getOffset() > MOST_COMPILED && behind.getOffset() - added <= MOST_COMPILED) {
      grownTooLarge.add(woven);
    }
  }
}
