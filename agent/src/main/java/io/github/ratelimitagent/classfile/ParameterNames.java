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
  private final Map<Integer, String> variables = new HashMap<>();
  private @Nullable Label begin;

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
      String name = variables.get(slot);
      if (name == null) {
        return null;
      }
      names.add(name);
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
    if (begin == null) {
      begin = label;
    }
  }

  @Override
  public void visitLocalVariable(
      String name,
      String descriptor,
      @Nullable String signature,
      Label start,
      Label end,
      int index) {
    // others come to their slots later
    if (start == begin) {
      variables.putIfAbsent(index, name);
    }
  }
}
