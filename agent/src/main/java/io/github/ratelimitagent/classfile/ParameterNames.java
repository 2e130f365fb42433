package io.github.ratelimitagent.classfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Finds the names of a method's parameters: in the attribute for them, else in the debug
 * information of its code.
 */
public final class ParameterNames extends MethodVisitor {
  private final List<@Nullable String> declared = new ArrayList<>();
  private final Map<Integer, Variable> variables = new HashMap<>();

  /** Counts what is visited and matters: labels and stores. */
  private int position;

  private final Map<Label, Integer> labels = new HashMap<>();
  private final Map<Integer, Integer> firstStores = new HashMap<>();

  /** A name that a slot has from a position on. */
  private static final class Variable {
    final String name;
    final String descriptor;
    final int from;

    Variable(String name, String descriptor, int from) {
      this.name = name;
      this.descriptor = descriptor;
      this.from = from;
    }
  }

  private ParameterNames() {
    super(Opcodes.ASM9);
  }

  /**
   * In order; null when the class file does not have them all.
   *
   * @param classFile that of the class that declares the method
   */
  public static @Nullable List<String> of(MethodModel method, byte[] classFile) {
    ParameterNames names = new ParameterNames();
    MethodCode.read(
        classFile,
        (access, name, descriptor) ->
            MethodCode.key(name, descriptor).equals(method.key()) ? names : null);
    return names.complete(method);
  }

  private @Nullable List<String> complete(MethodModel method) {
    if (!declared.isEmpty()
        && declared.size() == method.parameterCount()
        && declared.stream().allMatch(Objects::nonNull)) {
      return new ArrayList<>(declared);
    }
    List<String> names = new ArrayList<>();
    int slot = method.isStatic() ? 0 : 1;
    for (Type type : Type.getArgumentTypes(method.descriptor())) {
      Variable variable = variables.get(slot);
      if (variable == null || !variable.descriptor.equals(type.getDescriptor())) {
        return null;
      }
      names.add(variable.name);
      slot += type.getSize();
    }
    return names;
  }

  @Override
  public void visitParameter(@Nullable String name, int access) {
    declared.add(name);
  }

  @Override
  public void visitLabel(Label label) {
    labels.put(label, position++);
  }

  @Override
  public void visitVarInsn(int opcode, int slot) {
    if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      firstStores.putIfAbsent(slot, position++);
    }
  }

  /**
   * The first of a slot is the parameter unless something was stored there before it begins. It
   * need not begin with the code: other agents put theirs in front, and so does Kotlin.
   */
  @Override
  public void visitLocalVariable(
      String name,
      String descriptor,
      @Nullable String signature,
      Label start,
      Label end,
      int index) {
    int from = labels.getOrDefault(start, Integer.MAX_VALUE);
    Variable earlier = variables.get(index);
    if (from < firstStores.getOrDefault(index, Integer.MAX_VALUE)
        && (earlier == null || from < earlier.from)) {
      variables.put(index, new Variable(name, descriptor, from));
    }
  }
}
